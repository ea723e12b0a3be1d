import type { FastifyRequest } from 'fastify'
import { type billingApi, billingMessages, type CheckoutForm } from '#contract/billing.ts'
import type { User } from '#contract/user.ts'
import type { Caller } from '../auth/access.ts'
import { findUser, toUser } from '../auth/store.ts'
import { AppError } from '../errors.ts'
import type { Routes } from '../http/mount.ts'
import { logSecurity } from '../http/request-log.ts'
import type { Services } from '../services.ts'
import { insertTrailEntry } from '../trail/store.ts'
import { cancelSubscription, reactivateSubscription } from './change-cancellation.ts'
import { changeStatus } from './change-status.ts'
import { findInvoices } from './list-invoices.ts'
import { openCheckout } from './open-checkout.ts'
import { openDebt, openPortal } from './open-portal.ts'
import { type Payments, withPayments } from './payments.ts'
import { readEvent, receiveEvent } from './receive-event.ts'
import { reconcileCustomers } from './reconcile-customers.ts'
import { listSubscriptions } from './store.ts'
import { describeFailure, type Stripe } from './stripe.ts'

export interface BillingServices extends Services {
  /** Absent where none is configured. */
  payments: Payments | undefined
  /** Counts a request against the address that it came from; throws `too_many_requests`. */
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

/** Only pages of our own, as a browser reads them: anything else would make us a signpost to wherever a link wants. */
const ownPages = ({ priceId, ...pages }: CheckoutForm, publicUrl: string): CheckoutForm => {
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

/** Whoever sent it is not told why it is refused; the operator sees that it was, as a clock that is wrong refuses all. */
const readWebhook = (
  payments: Payments,
  { countAddress }: Pick<BillingServices, 'countAddress'>,
  request: FastifyRequest,
): Stripe.Event => {
  try {
    return readEvent(payments, request.body, request.headers['stripe-signature'], new Date())
  } catch (error) {
    logSecurity(request, 'webhook_refused')
    // Only now: what is signed is never refused for what others send from the same address.
    countAddress?.(request)
    throw error
  }
}

const foreignPage = 'Este endereço não é desta aplicação.'
const mostFixed = 1000
const fixMs = 20_000

export const billingRoutes: Routes<typeof billingApi, Caller, BillingServices> = {
  plans: async ({ payments, request }) => {
    if (!payments) return { plans: [], configured: false, mode: 'test' }
    const plans = await payments.plans().catch(error => {
      request.log.warn({ failure: describeFailure(error) ?? String(error) }, 'the plans could not be read')
      return []
    })
    return { plans, configured: true, mode: payments.mode }
  },
  checkout: ({ caller, body, payments, ...services }) => {
    const form = ownPages(body, services.settings.publicUrl)
    return withPayments(payments, given => openCheckout(services, given, caller.accountId, form))
  },
  portal: ({ caller, payments, settings }) =>
    withPayments(payments, async given => {
      const { url } = await openPortal({ settings }, given, subscriptionOf(caller).customer)
      return { url }
    }),
  openInvoice: ({ caller, payments, settings }) =>
    withPayments(payments, async given => {
      const { customer, subscription } = subscriptionOf(caller)
      const { url } = await openDebt({ settings }, given, customer, subscription)
      return { url }
    }),
  cancel: async ({ caller, payments, ...services }) => {
    await withPayments(payments, given => cancelSubscription(services, given, caller.accountId))
    return { message: billingMessages.canceled, user: await userNow(services, caller) }
  },
  reactivate: async ({ caller, payments, ...services }) => {
    await withPayments(payments, given => reactivateSubscription(services, given, caller.accountId))
    return { message: billingMessages.reactivated, user: await userNow(services, caller) }
  },
  invoices: async ({ caller, payments, db }) => ({ invoices: await findInvoices({ db }, payments, caller.accountId) }),
  history: async ({ caller, db, refreshSubscription }) => {
    await refreshSubscription?.(caller.accountId, 'perfil')
    return { subscriptions: await listSubscriptions(db, caller.accountId) }
  },
  fixStatus: async ({ caller, payments, request, ...services }) => {
    const { checked, changed } = await withPayments(payments, given =>
      reconcileCustomers(services, given, {
        readBefore: services.now(),
        most: mostFixed,
        occasion: 'administração',
        until: performance.now() + fixMs,
      }),
    )
    await insertTrailEntry(services.db, {
      actor: caller.user,
      action: 'change-subscription',
      details: { conferidos: String(checked), mudados: String(changed.length) },
      ip: request.ip,
      now: services.now(),
    })
    return { message: billingMessages.fixed, user: await userNow(services, caller), checked, changed }
  },
  updateStatus: async ({ caller, body, payments, request, ...services }) => {
    const subjectEmail = await withPayments(payments, given => changeStatus(services, given, caller, body))
    const { subscriptionId } = body
    await insertTrailEntry(services.db, {
      actor: caller.user,
      action: 'change-subscription',
      subjectEmail,
      details: { motivo: 'teste de assinatura', ...(subscriptionId && { assinatura: subscriptionId }) },
      ip: request.ip,
      now: services.now(),
    })
    return { user: await userNow(services, caller) }
  },
  webhook: async ({ payments, request, ...services }) => {
    if (!payments) throw new AppError('payments_not_configured')
    const event = readWebhook(payments, services, request)
    await withPayments(payments, given => receiveEvent(services, given, event))
    return { received: true }
  },
}
