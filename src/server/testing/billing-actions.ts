import { billingApi } from '#contract/billing/billing.ts'
import type { PlanId, SubscriptionStatus } from '#contract/billing/subscription.ts'
import { goodCard, submitForm } from '../../sandbox/testing/browse.ts'
import { waitUntil } from '../../sandbox/testing/receive-webhooks.ts'
import { type BillingApp, goToCheckout, submitCheckout } from './billing-app.ts'
import type { Person } from './factories.ts'
import type { CallOptions } from './test-app.ts'

/** Attaching succeeds, every later charge is declined. */
export const failingCard = { ...goodCard, number: '4000 0000 0000 0341' }

export const getPortalUrl = async ({ call }: BillingApp, token: string): Promise<string> => {
  const { status, data, error } = await call(billingApi.portal, { token })
  if (status !== 200) throw new Error(`the portal failed with ${error.code}`)
  return data.url
}

export const switchCard = async (app: BillingApp, token: string, card = goodCard): Promise<void> => {
  await submitForm(`${await getPortalUrl(app, token)}/payment-method`, card)
}

export const cancelInPortal = async (app: BillingApp, token: string): Promise<void> => {
  await submitForm(`${await getPortalUrl(app, token)}/cancel`, {})
}

/** Confirms a plan change on the page that the checkout redirects to. */
export const changePlan = async (app: BillingApp, token: string, plan: PlanId): Promise<void> => {
  const page = await goToCheckout(app, token, plan)
  await submitForm(`${page}/update/${(await app.planOf(plan)).priceId}`, {})
}

/** Pays an overdue invoice on the page that the checkout redirects to. */
export const payOverdueInvoice = async (app: BillingApp, token: string, plan: PlanId = 'basic') =>
  submitCheckout(await goToCheckout(app, token, plan), { keep: '1' } as object)

const latestCharge = async (app: BillingApp, person: Pick<Person, 'user'>): Promise<string> => {
  const customer = await customerOf(app, person)
  return (await app.payments.stripe.charges.list({ customer, limit: 1 })).data[0]?.id ?? ''
}

/** Refunds the latest payment, in full or `amount` centavos. */
export const refundLatest = async (app: BillingApp, person: Pick<Person, 'user'>, amount?: number): Promise<void> => {
  await app.payments.stripe.refunds.create({ charge: await latestCharge(app, person), ...(amount && { amount }) })
}

/** The bank opens a dispute right after the payment. */
export const disputedCard = { ...goodCard, number: '4000 0000 0000 0259' }

/** Closes the dispute of the latest payment. */
export const decideDispute = async (
  app: BillingApp,
  person: Pick<Person, 'user'>,
  verdict: 'winning_evidence' | 'losing_evidence',
): Promise<void> => {
  const { disputes } = app.payments.stripe
  const [dispute] = (await disputes.list({ charge: await latestCharge(app, person), limit: 1 })).data
  await disputes.update(dispute?.id ?? '', { evidence: { uncategorized_text: verdict }, submit: true })
}

const dayMs = 86_400_000

/** Advances the sandbox's clock. */
export const advanceDays = ({ sandbox }: BillingApp, days: number): void =>
  sandbox.clock.advanceTo(new Date(sandbox.clock.now().getTime() + days * dayMs))

const invoiceHours = 5

/** Advances the clock to the hours after the renewal, which is 28 to 31 days away. The invoice is final after one hour. */
export const advanceToRenewal = async (app: BillingApp, person: Pick<Person, 'user'>): Promise<void> => {
  const { data } = await app.payments.stripe.subscriptions.list({ customer: await customerOf(app, person) })
  const end = data[0]?.items.data[0]?.current_period_end
  if (end === undefined) throw new Error('the customer has no subscription')
  app.sandbox.clock.advanceTo(new Date((end + invoiceHours * 3600) * 1000))
}

/** Resolves once every event was delivered. */
export const waitForWebhooks = ({ payments }: BillingApp): Promise<void> =>
  waitUntil(
    async () => (await payments.stripe.events.list({ delivery_success: false, limit: 1 })).data.length === 0,
    15_000,
  )

export const customerOf = async ({ db }: BillingApp, { user }: Pick<Person, 'user'>): Promise<string> => {
  const text = 'select stripe_customer_id as id from accounts a join users u on u.account_id = a.id where u.id = $1'
  return (await db.row<{ id: string | null }>(text, [user._id]))?.id ?? ''
}

/** Returns the stored billing rows, without columns that differ between syncs. */
export const storedBillingState = async ({ db }: Pick<BillingApp, 'db'>, customer: string) => {
  const account = await db.row<{
    id: string
    subscription_status: SubscriptionStatus
    current_period_end: string | null
  }>(
    `select id, subscription_plan, subscription_status, current_period_end, cancel_at_period_end, stripe_customer_id,
            stripe_subscription_id, live_subscriptions, scheduled_plan, scheduled_plan_at, next_attempt_at,
            payment_returned, pending_payment
       from accounts where stripe_customer_id = $1`,
    [customer],
  )
  const id = [account?.id]
  const of = (text: string) => db.rows<Record<string, unknown>>(text, id)
  return {
    account,
    subscriptions: await of(
      `select stripe_id, price_id, plan, stripe_status, status, current_period_start, current_period_end, cancel_at,
              canceled_at, ended_at, created_at from subscriptions where account_id = $1 order by stripe_id`,
    ),
    invoices: await of(
      `select stripe_id, stripe_subscription, number, status, amount_due_cents, amount_paid_cents,
              amount_refunded_cents, amount_lost_cents, dispute, currency, billing_reason, created_at from invoices where account_id = $1 order by stripe_id`,
    ),
  }
}

/** Resets the account to the state before its first sync. */
export const resetBillingState = async ({ db }: BillingApp, customer: string): Promise<void> => {
  const { account } = await storedBillingState({ db }, customer)
  for (const table of ['subscriptions', 'invoices', 'outbox'])
    await db.run(`delete from ${table} where account_id = $1`, [account?.id])
  await db.run('delete from stripe_events where customer_id = $1', [customer])
  await db.run(
    `update accounts set subscription_plan = null, subscription_status = 'inactive', current_period_end = null,
            cancel_at_period_end = false, stripe_subscription_id = null, live_subscriptions = 0, scheduled_plan = null,
            scheduled_plan_at = null, next_attempt_at = null, payment_returned = false, pending_payment = null, billing_reading = 0,
            billing_read_at = null
      where id = $1`,
    [account?.id],
  )
}

/** Leaves an account as a backup of before its first payment knows it. Returns the customer that it forgot. */
export const forgetCustomer = async (app: BillingApp, person: Person): Promise<string> => {
  const customer = await customerOf(app, person)
  await resetBillingState(app, customer)
  await app.db.run('update accounts set stripe_customer_id = null where id = $1', [person.account._id])
  return customer
}

/** Signs the event with the endpoint's secret by default. */
export const signedEvent = (
  { payments }: BillingApp,
  event: object,
  { secret = payments.webhookSecrets()[0] ?? '', timestamp = Math.floor(Date.now() / 1000) } = {},
): CallOptions => {
  const payload = JSON.stringify(event, null, 2)
  const signature = payments.stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp })
  return {
    body: Buffer.from(payload),
    headers: { 'stripe-signature': signature, 'content-type': 'application/json; charset=utf-8' },
  }
}
