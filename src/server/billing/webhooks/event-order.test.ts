import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { billingApi } from '#contract/billing/billing.ts'
import { type ReceivedWebhook, receiveWebhooks } from '../../../sandbox/testing/receive-webhooks.ts'
import {
  advanceDays,
  cancelInPortal,
  changePlan,
  customerOf,
  decideDispute,
  disputedCard,
  failingCard,
  payOverdueInvoice,
  refundLatest,
  resetBillingState,
  storedBillingState,
  switchCard,
  waitForWebhooks,
} from '../../testing/billing-actions.ts'
import { type BillingApp, billingApp, goToCheckout, submitCheckout } from '../../testing/billing-app.ts'
import { answerAsBank, startDelayedPayment } from '../../testing/delayed-payments.ts'
import { aUser, type Person } from '../../testing/factories.ts'
import { sendUntilServed } from '../../testing/send-until-served.ts'
import { syncCustomer } from '../sync/sync-customer.ts'

const receiver = await receiveWebhooks()
afterAll(receiver.stop)
/** Receives events only from `deliver`. */
const app = await billingApp({ paymentMethods: ['card', 'boleto'] }, { eventsTo: receiver.url })
const { call, payments } = app

const heardInALife = [
  'checkout.session.completed',
  'customer.subscription.created',
  'customer.subscription.deleted',
  'customer.subscription.updated',
  'invoice.paid',
  'invoice.payment_failed',
]

type Stage = (app: BillingApp, person: Person) => Promise<unknown>
/** Life of a subscription. `thenDays` advances the clock for all customers after the stage. */
const stages: { live: Stage; thenDays?: number }[] = [
  { live: async (_, { token }) => submitCheckout(await goToCheckout(app, token, 'basic')) },
  { live: (_, { token }) => changePlan(app, token, 'pro') },
  { live: (_, { token }) => switchCard(app, token, failingCard), thenDays: 32 },
  { live: (_, { token }) => payOverdueInvoice(app, token) },
  { live: (_, { token }) => cancelInPortal(app, token), thenDays: 32 },
]

const heardOfMoneyBack = [
  'charge.dispute.closed',
  'charge.dispute.created',
  'charge.dispute.funds_withdrawn',
  'charge.refunded',
  'checkout.session.completed',
  'customer.subscription.created',
  'customer.subscription.updated',
  'invoice.paid',
  'subscription_schedule.updated',
]

/** A lost dispute, a partial refund, and a scheduled plan change that is replaced by another. */
const moneyBack: typeof stages = [
  { live: async (_, { token }) => submitCheckout(await goToCheckout(app, token, 'basic'), disputedCard) },
  { live: (_, person) => decideDispute(app, person, 'losing_evidence') },
  {
    live: async (_, { token }) => {
      // Opening a checkout syncs the customer, who then has a portal.
      await goToCheckout(app, token, 'pro')
      await switchCard(app, token)
      await changePlan(app, token, 'enterprise')
    },
  },
  { live: (_, person) => refundLatest(app, person, 500) },
  {
    live: async (_, { token }) => {
      await changePlan(app, token, 'basic')
      await changePlan(app, token, 'pro')
    },
  },
]

const heardOfDelays = [
  'checkout.session.async_payment_failed',
  'checkout.session.async_payment_succeeded',
  'checkout.session.completed',
  'customer.subscription.created',
  'customer.subscription.updated',
  'invoice.paid',
  'invoice.payment_failed',
  'invoice.voided',
]

/** A boleto that expires, and one that is paid late. */
const delays: typeof stages = [
  {
    live: async (_, { token }) => startDelayedPayment(await goToCheckout(app, token, 'basic'), 'boleto'),
    thenDays: 5,
  },
  {
    live: async (_, { token }) => startDelayedPayment(await goToCheckout(app, token, 'pro'), 'boleto'),
    thenDays: 1,
  },
  { live: (_, person) => answerAsBank(app, person, 'pay') },
]

/** Customers by charge: a dispute names only its charge. */
const owners = new Map<string, string>()
const customerIn = ({ body }: ReceivedWebhook): string => {
  const { customer, id, charge } = JSON.parse(body).data.object
  return customer ?? owners.get(charge) ?? id
}

/** Delivers an event with its original bytes and signature. */
const deliver = async ({ body, signature }: ReceivedWebhook): Promise<number> => {
  const headers = { 'stripe-signature': signature, 'content-type': 'application/json; charset=utf-8' }
  const deliverOnce = () => call(billingApi.webhook, { body: Buffer.from(body), headers })
  return (await sendUntilServed(deliverOnce)).status
}

const read = (customer: string) => syncCustomer(app.services, payments, customer, 'webhook')

const shuffledWithRepeats = <T>(all: T[]): fc.Arbitrary<T[]> =>
  fc.array(fc.constantFrom(...all), { maxLength: 6 }).chain(repeats =>
    fc.shuffledSubarray([...all, ...repeats], {
      minLength: all.length + repeats.length,
      maxLength: all.length + repeats.length,
    }),
  )

/** Delivers some events sequentially and some concurrently. */
const deliverAll = async (events: ReceivedWebhook[], atOnce: number): Promise<Set<number>> => {
  const statuses = new Set<number>()
  const left = [...events]
  const line = async () => {
    for (let event = left.shift(); event; event = left.shift()) statuses.add(await deliver(event))
  }
  await Promise.all(Array.from({ length: atOnce }, line))
  return statuses
}

/** Counts the resulting states over the given orders of a customer's events. */
const outcomesOf = async (customer: string, events: ReceivedWebhook[], orders: number[][]) => {
  const states = new Map<string, number>()
  for (const [run, order] of orders.entries()) {
    await resetBillingState(app, customer)
    const taken = order.flatMap(index => events[index] ?? [])
    expect(await deliverAll(taken, 1 + (run % 3))).toEqual(new Set([200]))
    const state = JSON.stringify(await storedBillingState(app, customer))
    states.set(state, (states.get(state) ?? 0) + 1)
  }
  return [...states]
}

describe('any order and repetition of events ends in the state Stripe reports', () => {
  let lives: { customer: string; events: ReceivedWebhook[]; fresh: Awaited<ReturnType<typeof storedBillingState>> }[]
  let orders: number[][]
  // Four customers at once, and a test for each part of the orders: on a busy machine all of them take minutes.
  const customers = 4
  const parts = 5
  const orderCount = 500

  beforeAll(async () => {
    const people = await Promise.all(Array.from({ length: customers }, () => aUser(app)))
    for (const { live, thenDays = 0 } of stages) {
      for (const person of people) await live(app, person)
      advanceDays(app, thenDays)
    }
    await waitForWebhooks(app)
    lives = await Promise.all(
      people.map(async person => {
        const customer = await customerOf(app, person)
        const events = receiver.received.filter(event => customerIn(event) === customer)
        await resetBillingState(app, customer)
        await read(customer)
        return { customer, events, fresh: await storedBillingState(app, customer) }
      }),
    )
    const indexes = lives[0]?.events.map((_, index) => index) ?? []
    orders = fc.sample(shuffledWithRepeats(indexes), { numRuns: orderCount, seed: 4 })
  })

  it('of a subscription from its checkout to its end', () => {
    const [{ events, fresh } = { events: [], fresh: undefined }] = lives
    expect(fresh?.account).toMatchObject({ subscription_status: 'canceled', live_subscriptions: 0 })
    expect(fresh?.invoices).toHaveLength(3)
    expect(new Set(lives.map(life => life.events.length))).toEqual(new Set([events.length]))
    const types = new Set(events.map(({ body }) => JSON.parse(body).type))
    expect([...types].toSorted()).toEqual(heardInALife)
    expect(new Set(orders.map(order => order.join())).size).toBe(orderCount)
  })

  it.each(Array.from({ length: parts }, (_, part) => part))('in part %i of 500 orders', async part => {
    const taken = orders.filter((_, index) => index % parts === part)
    const outcomes = await Promise.all(
      lives.map(({ customer, events }, nth) =>
        outcomesOf(
          customer,
          events,
          taken.filter((_, index) => index % customers === nth),
        ),
      ),
    )
    expect(outcomes).toEqual(lives.map(({ fresh }) => [[JSON.stringify(fresh), orderCount / parts / customers]]))
  })
})

it('any order and repetition of refund, dispute and schedule events ends in the state Stripe reports', async () => {
  const person = await aUser(app)
  for (const { live } of moneyBack) await live(app, person)
  await waitForWebhooks(app)
  const customer = await customerOf(app, person)
  for (const { id } of (await payments.stripe.charges.list({ customer })).data) owners.set(id, customer)
  const events = receiver.received.filter(event => customerIn(event) === customer)
  expect([...new Set(events.map(({ body }) => JSON.parse(body).type))].toSorted()).toEqual(heardOfMoneyBack)
  await resetBillingState(app, customer)
  await read(customer)
  const fresh = await storedBillingState(app, customer)
  expect(fresh.account).toMatchObject({ subscription_plan: 'enterprise', scheduled_plan: 'pro' })
  expect(fresh.invoices.map(({ amount_refunded_cents: back, dispute }) => [back, dispute])).toEqual(
    expect.arrayContaining([
      [0, 'lost'],
      [500, null],
    ]),
  )
  const orders = fc.sample(shuffledWithRepeats(events.map((_, index) => index)), { numRuns: 24, seed: 4 })
  expect(await outcomesOf(customer, events, orders)).toEqual([[JSON.stringify(fresh), 24]])
})

it('any order and repetition of the events of delayed payments ends in the state Stripe reports', async () => {
  const person = await aUser(app)
  const stateOf = async () => {
    await waitForWebhooks(app)
    const customer = await customerOf(app, person)
    const events = receiver.received.filter(event => customerIn(event) === customer)
    await resetBillingState(app, customer)
    await read(customer)
    return { customer, events, fresh: await storedBillingState(app, customer) }
  }
  for (const [nth, { live, thenDays = 0 }] of delays.entries()) {
    await live(app, person)
    if (nth === 1) {
      // While the second boleto waits, all events so far end in the pending payment.
      const { customer, events, fresh } = await stateOf()
      expect(fresh.account).toMatchObject({
        subscription_status: 'inactive',
        pending_payment: { plan: 'pro', method: 'boleto', isFirst: true },
      })
      const orders = fc.sample(shuffledWithRepeats(events.map((_, index) => index)), { numRuns: 24, seed: 4 })
      expect(await outcomesOf(customer, events, orders)).toEqual([[JSON.stringify(fresh), 24]])
    }
    advanceDays(app, thenDays)
  }
  const { customer, events, fresh } = await stateOf()
  expect(fresh.account).toMatchObject({ subscription_plan: 'pro', pending_payment: null, live_subscriptions: 1 })
  expect([...new Set(events.map(({ body }) => JSON.parse(body).type))].toSorted()).toEqual(heardOfDelays)
  const orders = fc.sample(shuffledWithRepeats(events.map((_, index) => index)), { numRuns: 48, seed: 4 })
  expect(await outcomesOf(customer, events, orders)).toEqual([[JSON.stringify(fresh), 48]])
})

it('late, early and repeated events during further changes never restore an old state', async () => {
  const people = await Promise.all(Array.from({ length: 20 }, () => aUser(app)))
  const random = fc.sample(fc.double({ min: 0, max: 1, noNaN: true }), { numRuns: 5000, seed: 4 })
  const chance = () => random.pop() ?? 0
  let begun = receiver.received.length
  const held: ReceivedWebhook[] = []
  const deliverSome = async (share: number) => {
    held.push(...receiver.received.slice(begun))
    begun = receiver.received.length
    const taken = held.filter(() => chance() < share).sort(() => chance() - 0.5)
    // Half of the delivered events are repeated later.
    for (const event of taken) if (chance() < 0.5 || share === 1) held.splice(held.indexOf(event), 1)
    await deliverAll(taken, 3)
  }
  for (const { live, thenDays = 0 } of stages) {
    for (const person of people) await live(app, person)
    await deliverSome(0.4)
    advanceDays(app, thenDays)
    await deliverSome(0.3)
  }
  await waitForWebhooks(app)
  await deliverSome(1)
  for (const person of people) {
    const customer = await customerOf(app, person)
    const stored = await storedBillingState(app, customer)
    expect(stored.account).toMatchObject({ subscription_status: 'canceled', subscription_plan: null })
    await read(customer)
    expect(await storedBillingState(app, customer)).toEqual(stored)
  }
})
