import { AppError } from '../errors.ts'
import type { Services } from '../services.ts'
import { type Payments, withPayments } from './payments.ts'
import { findBilledAccount } from './store.ts'
import { isMissing } from './stripe.ts'
import { syncCustomer } from './sync-customer.ts'

/**
 * Before an account is deleted: nothing of it may be charged for again. What it paid is written down first. Throws when
 * the provider cannot be asked, and then the account stays.
 */
export const removeCustomer = async (
  services: Pick<Services, 'db' | 'now'>,
  payments: Payments | undefined,
  accountId: string,
): Promise<void> => {
  const customer = (await findBilledAccount(services.db, accountId))?.stripe_customer_id
  if (!customer) return
  await withPayments(payments, async ({ stripe }) => {
    const open = await stripe.checkout.sessions.list({ customer, status: 'open', limit: 100 })
    for (const { id } of open.data) await stripe.checkout.sessions.expire(id)
    await syncCustomer(services, { stripe }, customer, 'pedido')
    try {
      // Cancels what lives, at once.
      await stripe.customers.del(customer)
    } catch (error) {
      if (!isMissing(error)) throw error
    }
    const left = await stripe.subscriptions.list({ customer, limit: 1 }).catch(error => {
      if (isMissing(error)) return { data: [] }
      throw error
    })
    if (left.data.length > 0) throw new AppError('payments_unavailable')
  })
}
