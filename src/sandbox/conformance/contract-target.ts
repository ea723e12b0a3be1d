import Stripe from 'stripe'
import { goodCard, submitForm, subscribe } from '../testing/browse.ts'
import { openSandbox } from '../testing/open-sandbox.ts'

export interface TestSubscription {
  customer: string
  subscription: string
}

export interface ContractTarget {
  name: string
  stripe: Stripe
  /** Creates a customer under the clock with an active subscription. The `disputes` card disputes its charge. */
  subscribe: (price: string, clock: string, card?: 'good' | 'disputes') => Promise<TestSubscription>
  /** Makes every later charge fail. */
  useFailingCard: (subscribed: TestSubscription) => Promise<void>
  useWorkingCard: (subscribed: TestSubscription) => Promise<void>
  /** Schedules a price for the end of the period. Returns the schedule's id. */
  schedulePrice: (subscribed: TestSubscription, price: string, configuration: string) => Promise<string>
  /** Advances a test clock and waits until it is ready. */
  advance: (clock: string, to: number) => Promise<void>
  /** Polls, because banks react late, even in test mode. */
  waitUntil: (isTrue: () => Promise<boolean>) => Promise<void>
  stop: () => Promise<void>
}

const createPoll = (pauseMs: number, maxAttempts: number) => async (isTrue: () => Promise<boolean>) => {
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    if (await isTrue()) return
    await new Promise(resolve => setTimeout(resolve, pauseMs))
  }
  throw new Error(`the condition was not met in ${maxAttempts} attempts`)
}

const createAdvance = (stripe: Stripe, pauseMs: number) => async (clock: string, to: number) => {
  await stripe.testHelpers.testClocks.advance(clock, { frozen_time: to })
  for (let { status } = await stripe.testHelpers.testClocks.retrieve(clock); status !== 'ready'; ) {
    if (status === 'internal_failure') throw new Error('the clock has failed')
    await new Promise(resolve => setTimeout(resolve, pauseMs))
    status = (await stripe.testHelpers.testClocks.retrieve(clock)).status
  }
}

/** Real Stripe's pages cannot be automated, so the API replaces the user's actions. */
const createStripeTarget = (key: string): ContractTarget => {
  const stripe = new Stripe(key, { apiVersion: Stripe.API_VERSION, telemetry: false, timeout: 20_000 })
  const useCard = async ({ customer, subscription }: TestSubscription, card: string) => {
    const { id } = await stripe.paymentMethods.attach(card, { customer })
    await stripe.customers.update(customer, { invoice_settings: { default_payment_method: id } })
    await stripe.subscriptions.update(subscription, { default_payment_method: id })
  }
  return {
    name: 'Stripe (test mode)',
    stripe,
    subscribe: async (price, clock, kind = 'good') => {
      const customer = await stripe.customers.create({ email: 'contract@example.com', test_clock: clock })
      const card = await stripe.paymentMethods.attach(kind === 'good' ? 'pm_card_visa' : 'pm_card_createDispute', {
        customer: customer.id,
      })
      const { id } = await stripe.subscriptions.create({
        customer: customer.id,
        items: [{ price }],
        default_payment_method: card.id,
      })
      return { customer: customer.id, subscription: id }
    },
    useFailingCard: subscribed => useCard(subscribed, 'pm_card_chargeCustomerFail'),
    useWorkingCard: subscribed => useCard(subscribed, 'pm_card_visa'),
    schedulePrice: async ({ subscription }, price) => {
      const { id, phases } = await stripe.subscriptionSchedules.create({ from_subscription: subscription })
      const [now] = phases
      const [item] = now?.items ?? []
      if (!now || !item) throw new Error('a schedule without a phase')
      await stripe.subscriptionSchedules.update(id, {
        phases: [
          { items: [{ price: String(item.price) }], start_date: now.start_date, end_date: now.end_date },
          { items: [{ price }] },
        ],
      })
      return id
    },
    advance: createAdvance(stripe, 2000),
    waitUntil: createPoll(2000, 60),
    stop: async () => {},
  }
}

const disputedCard = { ...goodCard, number: '4000000000000259' }

const createSandboxTarget = async (): Promise<ContractTarget> => {
  const { stripe, stop } = await openSandbox()
  const portal = async (customer: string, configuration: string) =>
    (await stripe.billingPortal.sessions.create({ customer, configuration })).url
  const useCard = async (customer: string, number: string) => {
    const { id } = await stripe.billingPortal.configurations.create({
      features: { payment_method_update: { enabled: true } },
    })
    await submitForm(`${await portal(customer, id)}/payment-method`, { ...goodCard, number })
  }
  return {
    name: 'sandbox only',
    stripe,
    subscribe: (price, clock, kind = 'good') =>
      subscribe(stripe, price, { test_clock: clock }, kind === 'good' ? goodCard : disputedCard),
    useFailingCard: ({ customer }) => useCard(customer, '4000000000000341'),
    useWorkingCard: ({ customer }) => useCard(customer, goodCard.number),
    schedulePrice: async ({ customer, subscription }, price, configuration) => {
      await submitForm(`${await portal(customer, configuration)}/update/${price}`, {})
      const { schedule } = await stripe.subscriptions.retrieve(subscription)
      return typeof schedule === 'string' ? schedule : (schedule?.id ?? '')
    },
    advance: createAdvance(stripe, 5),
    waitUntil: createPoll(5, 100),
    stop,
  }
}

/** Uses Stripe's test mode with `STRIPE_SECRET_KEY=sk_test_…`, otherwise the sandbox. Throws for other keys. */
export const openContractTarget = async (key = process.env.STRIPE_SECRET_KEY): Promise<ContractTarget> => {
  if (key?.startsWith('sk_test_')) return createStripeTarget(key)
  if (key) throw new Error('The contract suite takes sk_test_ keys only.')
  return createSandboxTarget()
}
