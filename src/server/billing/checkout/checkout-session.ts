import { v7 as uuidv7 } from 'uuid'
import type { CheckoutForm } from '#contract/billing/billing.ts'
import { AppError } from '../../errors.ts'
import type { Services } from '../../services.ts'
import {
  findAttempt,
  type NewAttempt,
  removeAttempt,
  saveAttempt,
  saveCheckoutSession,
} from '../stores/checkout-store.ts'
import type { BillingAccount } from '../stores/store.ts'
import type { Payments } from '../stripe/payments.ts'
import { isFinalResponse, isInvalidRequest, type Stripe, toLogFields } from '../stripe/stripe.ts'

type Deps = Pick<Services, 'db' | 'now'>

const sessionTtlMs = 2 * 60 * 60_000
/** A session with less time left could expire while the user types. */
const minSecondsLeft = 15 * 60
/**
 * Within this window, an attempt with a lost response is repeated under its key. Later, its session is listed or does not
 * exist.
 */
const retryWindowMs = 60 * 60_000

/** A session that is paid meanwhile cannot expire. Throws `payments_unavailable` then, because a retry finds its subscription. */
export const expireSession = async ({ stripe }: Payments, id: string): Promise<void> => {
  await stripe.checkout.sessions.expire(id).catch(error => {
    throw isInvalidRequest(error) ? new AppError('payments_unavailable', { cause: toLogFields(error) ?? {} }) : error
  })
}

/** Returns the open session for this price and expires those for other prices, so that only one can be paid. */
const findOpenSession = async (
  payments: Payments,
  customer: string,
  { priceId, successUrl, cancelUrl }: CheckoutForm,
  asksForTaxId: boolean,
  nowSeconds: number,
): Promise<Stripe.Checkout.Session | undefined> => {
  let found: Stripe.Checkout.Session | undefined
  const open = await payments.stripe.checkout.sessions.list({
    customer,
    status: 'open',
    limit: 100,
    expand: ['data.line_items'],
  })
  for (const session of open.data) {
    const fits =
      session.line_items?.data[0]?.price?.id === priceId &&
      session.success_url === successUrl &&
      session.cancel_url === cancelUrl &&
      (session.tax_id_collection?.enabled ?? false) === asksForTaxId &&
      session.expires_at - nowSeconds > minSecondsLeft
    if (fits && !found) found = session
    else await expireSession(payments, session.id)
  }
  return found
}

const asksForTaxId = ({ fiscal_version: version }: BillingAccount): boolean => version === null

const newAttempt = (form: CheckoutForm, now: Date): NewAttempt => ({ ...form, attemptId: uuidv7(), now })

/** Stores the attempt before the request: after a lost response, the retry uses the same idempotency key. */
const resumeOrStartAttempt = async ({ db, now }: Deps, accountId: string, form: CheckoutForm): Promise<NewAttempt> => {
  const last = await findAttempt(db, accountId)
  const isLost =
    last !== undefined &&
    last.session_id === null &&
    last.price_id === form.priceId &&
    last.success_url === form.successUrl &&
    last.cancel_url === form.cancelUrl &&
    now().getTime() - new Date(last.started_at).getTime() < retryWindowMs
  if (isLost) return { ...form, attemptId: last.attempt_id, now: new Date(last.started_at) }
  const attempt = newAttempt(form, now())
  await saveAttempt(db, accountId, attempt)
  return attempt
}

/** Records that the user was sent to a page other than a new checkout, so that the return triggers a sync. */
export const recordReusedSession = async (
  { db, now }: Deps,
  accountId: string,
  sessionId: string,
  form: CheckoutForm,
): Promise<void> => {
  const attempt = newAttempt(form, now())
  await saveAttempt(db, accountId, attempt)
  await saveCheckoutSession(db, accountId, sessionId, attempt)
}

/** With fiscal data, the checkout neither asks for them nor overwrites them. */
const collectionOf = (account: BillingAccount) => {
  const mayChange = asksForTaxId(account) ? 'auto' : 'never'
  return {
    tax_id_collection: { enabled: asksForTaxId(account) },
    customer_update: { name: mayChange, address: mayChange },
  } as const
}

const createStripeSession = (payments: Payments, account: BillingAccount, customer: string, attempt: NewAttempt) =>
  payments.stripe.checkout.sessions.create(
    {
      mode: 'subscription',
      customer,
      client_reference_id: account.id,
      locale: 'pt-BR',
      line_items: [{ price: attempt.priceId, quantity: 1 }],
      allowed_payment_method_types: [...payments.methods],
      adaptive_pricing: { enabled: false },
      billing_address_collection: 'auto',
      ...collectionOf(account),
      metadata: { accountId: account.id },
      // Stripe does not copy a session's metadata to its subscription.
      subscription_data: { metadata: { accountId: account.id } },
      expires_at: Math.floor((attempt.now.getTime() + sessionTtlMs) / 1000),
      success_url: attempt.successUrl,
      cancel_url: attempt.cancelUrl,
    },
    { idempotencyKey: `checkout:${attempt.attemptId}` },
  )

const startSession = async (
  services: Deps,
  payments: Payments,
  account: BillingAccount,
  customer: string,
  attempt: NewAttempt,
): Promise<Stripe.Checkout.Session> => {
  try {
    return await createStripeSession(payments, account, customer, attempt)
  } catch (error) {
    // Stripe replays this error for a day under the same key, so discard the attempt.
    if (isFinalResponse(error)) await removeAttempt(services.db, account.id)
    throw error
  }
}

/** Nobody can pay the invoice anymore. Ignores one that was voided or paid meanwhile, which the next sync finds. */
export const voidInvoice = async ({ stripe }: Payments, id: string): Promise<void> => {
  await stripe.invoices.voidInvoice(id).catch(error => {
    if (!isInvalidRequest(error)) throw error
  })
}

/** The first invoice of a failed attempt would start a second subscription. */
export const voidUnpaidFirstInvoices = async (
  payments: Payments,
  subscriptions: readonly Stripe.Subscription[],
): Promise<void> => {
  for (const { status, latest_invoice: invoice } of subscriptions) {
    if (status !== 'incomplete' || !invoice) continue
    await voidInvoice(payments, typeof invoice === 'string' ? invoice : (invoice.id ?? ''))
  }
}

/** Expires open sessions that would overwrite the fiscal data with what they collect. */
export const expireCollectingSessions = async (payments: Payments, customer: string): Promise<void> => {
  const { data } = await payments.stripe.checkout.sessions.list({ customer, status: 'open', limit: 100 })
  for (const { id, tax_id_collection: collection } of data) if (collection?.enabled) await expireSession(payments, id)
}

/** Returns the customer's open checkout session for the plan or creates one. Call it under the billing lock. */
export const getOrCreateCheckoutSession = async (
  services: Deps,
  payments: Payments,
  account: BillingAccount,
  customer: string,
  form: CheckoutForm,
  known: readonly Stripe.Subscription[] = [],
): Promise<Stripe.Checkout.Session> => {
  const { db, now } = services
  const open = await findOpenSession(
    payments,
    customer,
    form,
    asksForTaxId(account),
    Math.floor(now().getTime() / 1000),
  )
  if (!open) await voidUnpaidFirstInvoices(payments, known)
  const attempt = open ? newAttempt(form, now()) : await resumeOrStartAttempt(services, account.id, form)
  const session = open ?? (await startSession(services, payments, account, customer, attempt))
  await saveCheckoutSession(db, account.id, session.id, attempt)
  return session
}
