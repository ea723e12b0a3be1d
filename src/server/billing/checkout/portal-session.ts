import type { PlanId } from '#contract/billing/subscription.ts'
import { AppError } from '../../errors.ts'
import type { Services } from '../../services.ts'
import type { Payments } from '../stripe/payments.ts'
import type { PendingPayment } from '../stripe/pending-payment.ts'
import { isCustomerNotFound, isInvalidRequest, type Stripe } from '../stripe/stripe.ts'

type Deps = Pick<Services, 'settings'>

/** Creates a portal session. Never store its URL, which grants access. */
export const createPortalSession = async (
  { settings }: Deps,
  payments: Payments,
  customer: string,
  flow?: Stripe.BillingPortal.SessionCreateParams.FlowData,
): Promise<{ sessionId: string; url: string }> => {
  const configuration = await payments.portalConfiguration()
  const session = payments.stripe.billingPortal.sessions.create({
    customer,
    configuration,
    return_url: `${settings.publicUrl}/profile`,
    locale: 'pt-BR',
    ...(flow && { flow_data: flow }),
  })
  const { id, url } = await session.catch(error => {
    throw isCustomerNotFound(error) ? new AppError('no_subscription') : error
  })
  return { sessionId: id, url }
}

/**
 * Returns the URL of the latest unpaid invoice, or of the card page without one. Debts of other subscriptions are ignored.
 */
export const findDebtPage = async (
  services: Deps,
  payments: Payments,
  customer: string,
  subscription: string,
): Promise<{ sessionId: string; url: string }> => {
  const { data } = await payments.stripe.invoices.list({ customer, subscription, status: 'open', limit: 1 })
  const page = data[0]?.hosted_invoice_url
  if (page) return { sessionId: data[0]?.id ?? '', url: page }
  return createPortalSession(services, payments, customer, { type: 'payment_method_update' })
}

/** Returns the page of the invoice that a started payment waits for: to pay it, or to pay it in another way. */
export const findPendingPage = async (
  payments: Payments,
  { invoice }: Pick<PendingPayment, 'invoice'>,
): Promise<{ sessionId: string; url: string }> => {
  const { hosted_invoice_url: url } = await payments.stripe.invoices.retrieve(invoice)
  if (!url) throw new AppError('payments_unavailable')
  return { sessionId: invoice, url }
}

/** Returns the portal page that changes a live subscription's plan. Stripe shows the cost before charging. */
export const createPlanChangePage = async (
  services: Deps,
  payments: Payments,
  customer: string,
  subscription: Stripe.Subscription,
  { priceId: price, plan }: { priceId: string; plan: PlanId },
): Promise<{ sessionId: string; url: string }> => {
  if (subscription.status === 'past_due' || subscription.status === 'unpaid') {
    return findDebtPage(services, payments, customer, subscription.id)
  }
  const [item] = subscription.items.data
  if (!item || item.price.id === price) throw new AppError('subscription_exists')
  try {
    return await createPortalSession(services, payments, customer, {
      type: 'subscription_update_confirm',
      subscription_update_confirm: { subscription: subscription.id, items: [{ id: item.id, price, quantity: 1 }] },
      after_completion: {
        type: 'redirect',
        redirect: { return_url: `${services.settings.publicUrl}/dashboard?success=true&plano=${plan}` },
      },
    })
  } catch (error) {
    // Stripe rejects this flow for a subscription with a schedule or a scheduled cancellation.
    if (isInvalidRequest(error)) return createPortalSession(services, payments, customer)
    throw error
  }
}
