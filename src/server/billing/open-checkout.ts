import type { CheckoutForm } from '#contract/billing.ts'
import { AppError } from '../errors.ts'
import type { Services } from '../services.ts'
import { awaitReturn, sessionFor } from './checkout-session.ts'
import { ensureCustomer } from './ensure-customer.ts'
import { openPlanChange } from './open-portal.ts'
import type { Payments } from './payments.ts'
import { findBilledAccount } from './store.ts'
import { isLive } from './subscription-view.ts'
import { syncCustomer } from './sync-customer.ts'
import { inTurn } from './take-turn.ts'

type Needs = Pick<Services, 'db' | 'now' | 'settings' | 'warn'>

export interface ProviderPage {
  sessionId: string
  url: string
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
  const plan = (await payments.plans()).find(({ priceId }) => priceId === form.priceId)
  if (!plan) throw new AppError('unknown_price')
  return inTurn(services, accountId, async () => {
    const account = await findBilledAccount(services.db, accountId)
    if (!account) throw new AppError('session_expired')
    const customer = await ensureCustomer(services, payments, account)
    const reading = await syncCustomer(services, payments, customer, 'pedido')
    const live = reading?.subscriptions.find(isLive)
    if (live) {
      const page = await openPlanChange(services, payments, customer, live, { priceId: form.priceId, plan: plan.id })
      await awaitReturn(services, accountId, page.sessionId, form)
      return page
    }
    const { id, url } = await sessionFor(services, payments, account, customer, form)
    if (!url) throw new AppError('payments_unavailable')
    return { sessionId: id, url }
  })
}
