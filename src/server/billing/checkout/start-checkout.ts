import type { CheckoutForm } from '#contract/billing/billing.ts'
import { AppError } from '../../errors.ts'
import type { Services } from '../../services.ts'
import { withBillingLock } from '../stores/billing-lock.ts'
import { findBillingAccount } from '../stores/store.ts'
import type { Payments } from '../stripe/payments.ts'
import { isLive } from '../stripe/subscription-view.ts'
import { syncCustomer } from '../sync/sync-customer.ts'
import { getOrCreateCheckoutSession, recordReusedSession } from './checkout-session.ts'
import { ensureCustomer } from './ensure-customer.ts'
import { createPlanChangePage, findPendingPage } from './portal-session.ts'

type Deps = Pick<Services, 'db' | 'now' | 'settings' | 'warn'>

export interface HostedPage {
  sessionId: string
  url: string
}

/**
 * Returns the checkout page; with a live subscription, the plan change or unpaid invoice, and while a payment is pending, its
 * invoice, so that there is never a second one. Throws `unknown_price`, or `subscription_exists` for the current plan.
 */
export const startCheckout = async (
  services: Deps,
  payments: Payments,
  accountId: string,
  form: CheckoutForm,
): Promise<HostedPage> => {
  const plan = (await payments.plans()).find(({ priceId }) => priceId === form.priceId)
  if (!plan) throw new AppError('unknown_price')
  return withBillingLock(services, accountId, async () => {
    const account = await findBillingAccount(services.db, accountId)
    if (!account) throw new AppError('session_expired')
    const customer = await ensureCustomer(services, payments, account)
    const reading = await syncCustomer(services, payments, customer, 'user-request')
    const pending = reading?.snapshot.pendingPayment
    if (pending) {
      const page = await findPendingPage(payments, pending)
      await recordReusedSession(services, accountId, page.sessionId, form)
      return page
    }
    const live = reading?.subscriptions.find(isLive)
    if (live) {
      const page = await createPlanChangePage(services, payments, customer, live, {
        priceId: form.priceId,
        plan: plan.id,
      })
      await recordReusedSession(services, accountId, page.sessionId, form)
      return page
    }
    const { id, url } = await getOrCreateCheckoutSession(
      services,
      payments,
      account,
      customer,
      form,
      reading?.subscriptions,
    )
    if (!url) throw new AppError('payments_unavailable')
    return { sessionId: id, url }
  })
}
