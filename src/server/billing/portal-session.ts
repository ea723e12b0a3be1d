import type { PlanId } from '#contract/subscription.ts'
import { AppError } from '../errors.ts'
import type { Services } from '../services.ts'
import type { Payments } from './payments.ts'
import { isCustomerNotFound, isInvalidRequest, type Stripe } from './stripe.ts'

type Deps = Pick<Services, 'settings'>

/** The provider's own page on card, invoices and subscription. Made when it is asked for: its address is a key. */
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
 * The invoice that keeps a subscription in arrears, its latest, or the page for another card where there is none to show.
 * What other subscriptions once owed is not asked for.
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

/** Where a living subscription is put on another price: the provider shows what that costs before anything is charged. */
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
    // Not every subscription can be changed in one step: one with a change ahead, or canceled ahead.
    if (isInvalidRequest(error)) return createPortalSession(services, payments, customer)
    throw error
  }
}
