import type { FastifyRequest } from 'fastify'
import type { User } from '#contract/auth/user.ts'
import { type billingApi, billingMessages, type CheckoutForm } from '#contract/billing/billing.ts'
import { claimTexts } from '#contract/billing/plan-claims.ts'
import type { Caller } from '../auth/access.ts'
import { findUser, toUser } from '../auth/store.ts'
import { AppError } from '../errors.ts'
import { logSecurityEvent } from '../http/log/request-log.ts'
import type { Handlers } from '../http/mount.ts'
import type { Services } from '../services.ts'
import { keptPromises } from '../support-promises.ts'
import { insertTrailEntry } from '../trail/store.ts'
import { createPortalSession, findDebtPage, findPendingPage } from './checkout/portal-session.ts'
import { startCheckout } from './checkout/start-checkout.ts'
import { getInvoices } from './invoices/get-invoices.ts'
import { reconcileCustomers } from './reconcile-customers.ts'
import { findBillingAccount, listSubscriptions } from './stores/store.ts'
import { type Payments, withPayments } from './stripe/payments.ts'
import { type Stripe, toLogFields } from './stripe/stripe.ts'
import { cancelSubscription, reactivateSubscription } from './subscription/cancel-subscription.ts'
import { setTestStatus } from './subscription/change-status.ts'
import { handleEvent, verifyEvent } from './webhooks/handle-webhook.ts'

export interface BillingServices extends Services {
  /** Absent without Stripe settings. */
  payments: Payments | undefined
  /** Counts a request against its IP address. Throws `too_many_requests`. */
  countAddress?: (request: FastifyRequest) => void
}

const userNow = async ({ db, now }: Services, { accountId, userId }: Caller): Promise<User> => {
  const row = await findUser(db, accountId, userId)
  if (!row) throw new AppError('session_expired')
  return toUser(row, now())
}

const subscriptionOf = ({ user }: Caller): { customer: string; subscription: string } => {
  const { stripeCustomerId: customer, stripeSubscriptionId: subscription } = user.subscription
  if (!customer || !subscription) throw new AppError('no_subscription')
  return { customer, subscription }
}

/** Rejects return URLs outside `PUBLIC_URL`, which would be open redirects. */
const assertOwnPages = ({ priceId, ...pages }: CheckoutForm, publicUrl: string): CheckoutForm => {
  const origin = new URL(publicUrl).origin
  const fields: Record<string, string> = {}
  const read = (name: keyof typeof pages): string => {
    const url = URL.parse(pages[name])
    if (url?.origin !== origin || !/^https?:$/.test(url.protocol)) fields[name] = foreignPage
    return url?.href ?? ''
  }
  const own = { priceId, successUrl: read('successUrl'), cancelUrl: read('cancelUrl') }
  if (Object.keys(fields).length > 0) throw new AppError('validation_failed', { fields })
  return own
}

/** Hides the reason from the sender. Logs the rejection, because a wrong server clock rejects all events. */
const readWebhook = (
  payments: Payments,
  { countAddress }: Pick<BillingServices, 'countAddress'>,
  request: FastifyRequest,
): Stripe.Event => {
  try {
    return verifyEvent(payments, request.body, request.headers['stripe-signature'], new Date())
  } catch (error) {
    logSecurityEvent(request, 'webhook_rejected')
    // Counted after verification, so that signed events are never limited by other requests from the same IP address.
    countAddress?.(request)
    throw error
  }
}

const foreignPage = 'Este endereço não é desta aplicação'
const maxFixed = 1000
const fixTimeoutMs = 20_000

export const billingRoutes: Handlers<typeof billingApi, Caller, BillingServices> = {
  plans: async ({ payments, settings, request }) => {
    if (!payments) return { plans: [], configured: false, mode: 'test' }
    const plans = await payments.plans().catch(error => {
      request.log.warn({ failure: toLogFields(error) ?? String(error) }, 'stripe price list failed')
      return []
    })
    const kept = keptPromises(settings)
    const shown = plans.map(plan => ({ ...plan, features: claimTexts(plan.id, kept) }))
    return { plans: shown, configured: true, mode: payments.mode, methods: [...payments.methods] }
  },
  checkout: ({ caller, body, payments, ...services }) => {
    const form = assertOwnPages(body, services.settings.publicUrl)
    return withPayments(payments, client => startCheckout(services, client, caller.accountId, form))
  },
  portal: ({ caller, payments, settings }) =>
    withPayments(payments, async client => {
      const { url } = await createPortalSession({ settings }, client, subscriptionOf(caller).customer)
      return { url }
    }),
  openInvoice: ({ caller, payments, settings, db }) =>
    withPayments(payments, async client => {
      const pending = (await findBillingAccount(db, caller.accountId))?.pending_payment
      if (pending) return { url: (await findPendingPage(client, pending)).url }
      const { customer, subscription } = subscriptionOf(caller)
      const { url } = await findDebtPage({ settings }, client, customer, subscription)
      return { url }
    }),
  cancel: async ({ caller, payments, ...services }) => {
    await withPayments(payments, client => cancelSubscription(services, client, caller.accountId))
    return { message: billingMessages.canceled, user: await userNow(services, caller) }
  },
  reactivate: async ({ caller, payments, ...services }) => {
    await withPayments(payments, client => reactivateSubscription(services, client, caller.accountId))
    return { message: billingMessages.reactivated, user: await userNow(services, caller) }
  },
  invoices: async ({ caller, payments, db }) => ({ invoices: await getInvoices({ db }, payments, caller.accountId) }),
  history: async ({ caller, db, refreshSubscription }) => {
    await refreshSubscription?.(caller.accountId, 'profile')
    return { subscriptions: await listSubscriptions(db, caller.accountId) }
  },
  fixStatus: async ({ caller, payments, request, ...services }) => {
    const { checked, changed } = await withPayments(payments, client =>
      reconcileCustomers(services, client, {
        syncedBefore: services.now(),
        maxCustomers: maxFixed,
        reason: 'administrator',
        until: performance.now() + fixTimeoutMs,
      }),
    )
    await insertTrailEntry(services.db, {
      actor: caller.user,
      action: 'change-subscription',
      details: { checked: String(checked), changed: String(changed.length) },
      ip: request.ip,
      now: services.now(),
    })
    return { message: billingMessages.fixed, user: await userNow(services, caller), checked, changed }
  },
  updateStatus: async ({ caller, body, payments, request, ...services }) => {
    const subjectEmail = await withPayments(payments, client => setTestStatus(services, client, caller, body))
    const { subscriptionId } = body
    await insertTrailEntry(services.db, {
      actor: caller.user,
      action: 'change-subscription',
      subjectEmail,
      details: { reason: 'subscription-test', ...(subscriptionId && { subscription: subscriptionId }) },
      ip: request.ip,
      now: services.now(),
    })
    return { user: await userNow(services, caller) }
  },
  webhook: async ({ payments, request, ...services }) => {
    if (!payments) throw new AppError('payments_not_configured')
    const event = readWebhook(payments, services, request)
    await withPayments(payments, client => handleEvent(services, client, event))
    return { received: true }
  },
}
