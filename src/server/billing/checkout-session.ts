import { v7 as uuidv7 } from 'uuid'
import type { CheckoutForm } from '#contract/billing.ts'
import type { Services } from '../services.ts'
import { findAttempt, type NewAttempt, removeAttempt, saveAttempt, saveCheckoutSession } from './checkout-store.ts'
import type { Payments } from './payments.ts'
import type { BillingAccount } from './store.ts'
import { isFinalResponse, type Stripe } from './stripe.ts'

type Deps = Pick<Services, 'db' | 'now'>

const sessionTtlMs = 2 * 60 * 60_000
/** An open session with less than this left would end while somebody types. */
const minSecondsLeft = 15 * 60
/** Within this, an attempt whose answer was lost is repeated as it was; later its session is found, or was never made. */
const retryWindowMs = 60 * 60_000

/** The customer's open session for this price; those for other prices are closed, so that only one can be paid. */
const findOpenSession = async (
  { stripe }: Payments,
  customer: string,
  { priceId, successUrl, cancelUrl }: CheckoutForm,
  nowSeconds: number,
): Promise<Stripe.Checkout.Session | undefined> => {
  let found: Stripe.Checkout.Session | undefined
  const open = await stripe.checkout.sessions.list({
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
      session.expires_at - nowSeconds > minSecondsLeft
    if (fits && !found) found = session
    else await stripe.checkout.sessions.expire(session.id)
  }
  return found
}

const newAttempt = (form: CheckoutForm, now: Date): NewAttempt => ({ ...form, attemptId: uuidv7(), now })

/** Written down before it is asked for: if the answer is lost, the next try repeats it under the same key. */
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

/** Somebody is sent to a page of the provider that is no checkout: whoever comes back from it is read again as well. */
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

const createStripeSession = ({ stripe }: Payments, account: BillingAccount, customer: string, attempt: NewAttempt) =>
  stripe.checkout.sessions.create(
    {
      mode: 'subscription',
      customer,
      client_reference_id: account.id,
      locale: 'pt-BR',
      line_items: [{ price: attempt.priceId, quantity: 1 }],
      allowed_payment_method_types: ['card'],
      adaptive_pricing: { enabled: false },
      billing_address_collection: 'auto',
      tax_id_collection: { enabled: true },
      customer_update: { name: 'auto', address: 'auto' },
      metadata: { accountId: account.id },
      // A session's metadata does not pass on to its subscription.
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
    // Repeated under its key, it would be answered the same for a day.
    if (isFinalResponse(error)) await removeAttempt(services.db, account.id)
    throw error
  }
}

/**
 * The one page on which a customer can pay for this plan: the session they left open, or a new one. To be called in the
 * account's turn.
 */
export const getOrCreateCheckoutSession = async (
  services: Deps,
  payments: Payments,
  account: BillingAccount,
  customer: string,
  form: CheckoutForm,
): Promise<Stripe.Checkout.Session> => {
  const { db, now } = services
  const open = await findOpenSession(payments, customer, form, Math.floor(now().getTime() / 1000))
  const attempt = open ? newAttempt(form, now()) : await resumeOrStartAttempt(services, account.id, form)
  const session = open ?? (await startSession(services, payments, account, customer, attempt))
  await saveCheckoutSession(db, account.id, session.id, attempt)
  return session
}
