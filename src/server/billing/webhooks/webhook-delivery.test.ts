import { describe, expect, it } from 'vitest'
import { billingApi } from '#contract/billing/billing.ts'
import { waitUntil } from '../../../sandbox/testing/receive-webhooks.ts'
import {
  advanceDays,
  customerOf,
  failingCard,
  signedEvent,
  storedBillingState,
  switchCard,
  waitForWebhooks,
} from '../../testing/billing-actions.ts'
import { aPayingUser, billingApp, goToCheckout, submitCheckout } from '../../testing/billing-app.ts'
import { aUser, type Person } from '../../testing/factories.ts'
import type { Stripe } from '../stripe/stripe.ts'
import { syncCustomer } from '../sync/sync-customer.ts'

const app = await billingApp()
const { call, db, payments, sandbox } = app

const mailsTo = async ({ user }: Person) => {
  const rows = await db.rows<{ kind: string }>('select kind from outbox where recipient = $1 order by id', [user.email])
  return rows.map(({ kind }) => kind).filter(kind => kind.startsWith('payment-') || kind.startsWith('subscription-'))
}
const trailOf = async ({ user }: Person) => {
  const text = 'select details from admin_trail where subject_email = $1 order by id'
  const rows = await db.rows<{ details: Record<string, string> }>(text, [user.email])
  return rows.map(({ details }) => `${details.before} → ${details.after}`)
}
const eventsOf = (customer: string) =>
  db.rows<{ id: string; processed_at: string | null }>(
    'select id, processed_at from stripe_events where customer_id = $1',
    [customer],
  )

describe('duplicates', () => {
  it('every event twice, and a hundred concurrently, create one mail and one trail entry', async () => {
    const person = await aPayingUser(app, 'basic')
    sandbox.chaos.duplicate = true
    await switchCard(app, person.token, failingCard)
    advanceDays(app, 32)
    await waitForWebhooks(app)
    sandbox.chaos.duplicate = false
    const customer = await customerOf(app, person)
    const failed = await payments.stripe.events.list({ type: 'invoice.payment_failed', limit: 1 })
    const replies = await Promise.all(
      Array.from({ length: 100 }, () => call(billingApi.webhook, signedEvent(app, failed.data[0] as Stripe.Event))),
    )
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]))
    expect((await storedBillingState(app, customer)).account?.subscription_status).toBe('past_due')
    expect(await mailsTo(person)).toEqual(['payment-received', 'payment-failed'])
    expect(await trailOf(person)).toEqual(['Inativo → Ativo, Básico', 'Ativo, Básico → Em atraso, Básico'])
  })

  it('a hundred concurrent deliveries of one event cause one sync, and respond after it', async () => {
    const deaf = await billingApp()
    deaf.sandbox.chaos.drop = true
    const person = await aUser(deaf)
    await submitCheckout(await goToCheckout(deaf, person.token, 'basic'))
    const { data } = await deaf.payments.stripe.events.list({ type: 'checkout.session.completed', limit: 1 })
    const customer = await customerOf(deaf, person)
    const statuses = await Promise.all(
      Array.from({ length: 100 }, async () => {
        const { status } = await deaf.call(billingApi.webhook, signedEvent(deaf, data[0] as Stripe.Event))
        return [status, (await storedBillingState(deaf, customer)).account?.subscription_status]
      }),
    )
    expect(statuses).toEqual(Array(100).fill([200, 'active']))
  })

  it('a sync without news writes no subscription or invoice anew', async () => {
    const person = await aPayingUser(app, 'basic')
    await waitForWebhooks(app)
    const versions = () =>
      db.rows(
        `select 'subscription' as kind, stripe_id, xmin::text from subscriptions where account_id = $1
         union all select 'invoice', stripe_id, xmin::text from invoices where account_id = $1`,
        [person.account._id],
      )
    const before = await versions()
    expect(before).toHaveLength(2)
    await syncCustomer(app.services, payments, await customerOf(app, person), 'webhook')
    expect(await versions()).toEqual(before)
  })
})

describe('failing sync', () => {
  it('in the database returns an error, and succeeds when Stripe resends the event', async () => {
    const person = await aUser(app)
    const page = await goToCheckout(app, person.token, 'pro')
    const customer = await customerOf(app, person)
    await db.run('alter table invoices add constraint never check (false) not valid')
    try {
      await submitCheckout(page)
      const { data } = await payments.stripe.events.list({ type: 'checkout.session.completed', limit: 1 })
      const { status, error } = await call(billingApi.webhook, signedEvent(app, data[0] as Stripe.Event))
      expect([status, error.code]).toEqual([500, 'internal_error'])
      expect(JSON.stringify(error)).not.toMatch(/invoices|relation|select|insert/)
      const events = await eventsOf(customer)
      expect(events.length).toBeGreaterThan(0)
      expect(events.filter(event => event.processed_at !== null)).toEqual([])
    } finally {
      await db.run('alter table invoices drop constraint never')
    }
    // The transaction was rolled back.
    expect(await storedBillingState(app, customer)).toMatchObject({
      account: { subscription_status: 'inactive', subscription_plan: null },
      subscriptions: [],
    })
    await waitForWebhooks(app)
    expect((await storedBillingState(app, customer)).account).toMatchObject({ subscription_status: 'active' })
    expect((await eventsOf(customer)).filter(event => event.processed_at === null)).toEqual([])
  })

  it('in Stripe returns an error, and succeeds when Stripe resends the event', async () => {
    const person = await aUser(app)
    const page = await goToCheckout(app, person.token, 'pro')
    sandbox.chaos.api_500 = 1000
    await submitCheckout(page)
    const { account } = await storedBillingState(app, await customerOf(app, person))
    expect(account?.subscription_status).toBe('inactive')
    sandbox.chaos.api_500 = 0
    await waitUntil(async () => {
      const stored = await storedBillingState(app, await customerOf(app, person))
      return stored.account?.subscription_status === 'active'
    }, 15_000)
  })
})

it('an earlier sync that responds later does not overwrite a newer one', async () => {
  const person = await aPayingUser(app, 'basic')
  await waitForWebhooks(app)
  const customer = await customerOf(app, person)
  let goOn = () => {}
  const held = new Promise<void>(resolve => {
    goOn = resolve
  })
  /** Delays Stripe's response. */
  const late = {
    subscriptions: {
      async *list(params: Stripe.SubscriptionListParams) {
        const { data } = await payments.stripe.subscriptions.list(params)
        await held
        yield* data
      },
    },
    invoices: payments.stripe.invoices,
    charges: payments.stripe.charges,
  } as unknown as Stripe
  const early = syncCustomer(app.services, { stripe: late }, customer, 'webhook')
  await waitUntil(async () => (await storedBillingState(app, customer)).account?.subscription_status === 'active')
  const [subscription] = (await payments.stripe.subscriptions.list({ customer })).data
  await payments.stripe.subscriptions.cancel(subscription?.id ?? '')
  await waitForWebhooks(app)
  const after = await storedBillingState(app, customer)
  expect(after.account?.subscription_status).toBe('canceled')
  goOn()
  expect((await early)?.snapshot.status).toBe('active')
  expect(await storedBillingState(app, customer)).toEqual(after)
})
