import { setTimeout as sleep } from 'node:timers/promises'
import { v7 as uuidv7 } from 'uuid'
import type { CheckoutForm } from '#contract/billing.ts'
import { AppError } from '../errors.ts'
import type { Services } from '../services.ts'
import { claimTurn, endTurn, findAttempt, type NewAttempt, saveAttempt, saveSession } from './checkout-store.ts'
import { ensureCustomer } from './ensure-customer.ts'
import { openPlanChange } from './open-portal.ts'
import type { Payments } from './payments.ts'
import { type BilledAccount, findBilledAccount } from './store.ts'
import type { Stripe } from './stripe.ts'
import { isLive } from './subscription-view.ts'
import { syncCustomer } from './sync-customer.ts'

type Needs = Pick<Services, 'db' | 'now' | 'settings'>

export interface ProviderPage {
  sessionId: string
  url: string
}

const turnMs = 90_000
const turnPatienceMs = 20_000

/** One request of an account at a time, in whichever process: two at once could open two checkouts, and both be paid. */
const inTurn = async <T>({ db, now }: Needs, accountId: string, work: () => Promise<T>): Promise<T> => {
  const patience = Date.now() + turnPatienceMs
  for (;;) {
    const until = new Date(now().getTime() + turnMs)
    if (await claimTurn(db, accountId, now(), until)) {
      return work().finally(() => endTurn(db, accountId, until))
    }
    if (Date.now() > patience) throw new AppError('payments_unavailable')
    await sleep(50)
  }
}

const sessionMs = 2 * 60 * 60_000
/** An open session with less than this left would end while somebody types. */
const enoughSeconds = 15 * 60
/** Within this, an attempt whose answer was lost is repeated as it was; later its session is found, or was never made. */
const repeatMs = 60 * 60_000

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
      session.expires_at - nowSeconds > enoughSeconds
    if (fits && !found) found = session
    else await stripe.checkout.sessions.expire(session.id)
  }
  return found
}

/** Written down before it is asked for: if the answer is lost, the next try repeats it under the same key. */
const beginAttempt = async ({ db, now }: Needs, accountId: string, form: CheckoutForm): Promise<NewAttempt> => {
  const last = await findAttempt(db, accountId)
  const isLost =
    last !== undefined &&
    last.session_id === null &&
    last.price_id === form.priceId &&
    last.success_url === form.successUrl &&
    last.cancel_url === form.cancelUrl &&
    now().getTime() - new Date(last.started_at).getTime() < repeatMs
  const attempt = isLost
    ? { ...form, attemptId: last.attempt_id, now: new Date(last.started_at) }
    : { ...form, attemptId: uuidv7(), now: now() }
  if (!isLost) await saveAttempt(db, accountId, attempt)
  return attempt
}

const createSession = ({ stripe }: Payments, account: BilledAccount, customer: string, attempt: NewAttempt) =>
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
      expires_at: Math.floor((attempt.now.getTime() + sessionMs) / 1000),
      success_url: attempt.successUrl,
      cancel_url: attempt.cancelUrl,
    },
    { idempotencyKey: `checkout:${attempt.attemptId}` },
  )

const pageOf = ({ id, url }: Stripe.Checkout.Session): ProviderPage => {
  if (!url) throw new AppError('payments_unavailable')
  return { sessionId: id, url }
}

const openNewCheckout = async (
  services: Needs,
  payments: Payments,
  account: BilledAccount,
  customer: string,
  form: CheckoutForm,
): Promise<ProviderPage> => {
  const { db, now } = services
  const open = await findOpenSession(payments, customer, form, Math.floor(now().getTime() / 1000))
  const session =
    open ?? (await createSession(payments, account, customer, await beginAttempt(services, account.id, form)))
  await saveSession(db, account.id, session.id)
  return pageOf(session)
}

/**
 * Where to pay for a plan. Whoever has a living subscription is led to changing it, or to paying what they owe: nobody is
 * ever sold a second one. Throws `unknown_price`, or `subscription_exists` for the very plan one has.
 */
export const openCheckout = async (
  services: Needs,
  payments: Payments,
  accountId: string,
  form: CheckoutForm,
): Promise<ProviderPage> => {
  if (!(await payments.plans()).some(({ priceId }) => priceId === form.priceId)) throw new AppError('unknown_price')
  return inTurn(services, accountId, async () => {
    const account = await findBilledAccount(services.db, accountId)
    if (!account) throw new AppError('session_expired')
    const customer = await ensureCustomer(services, payments, account)
    const reading = await syncCustomer(services, payments, customer, 'pedido')
    const live = reading?.subscriptions.find(isLive)
    if (live) return openPlanChange(services, payments, customer, live, form.priceId)
    return openNewCheckout(services, payments, account, customer, form)
  })
}
