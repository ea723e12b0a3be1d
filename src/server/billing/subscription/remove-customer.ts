import { AppError } from '../../errors.ts'
import type { Services } from '../../services.ts'
import { expireSession, voidInvoice, voidUnpaidFirstInvoices } from '../checkout/checkout-session.ts'
import { findBillingAccount } from '../stores/store.ts'
import { type Payments, withPayments } from '../stripe/payments.ts'
import { isNotFound } from '../stripe/stripe.ts'
import { syncCustomer } from '../sync/sync-customer.ts'

type Deps = Pick<Services, 'db' | 'now' | 'warn'>

/**
 * Expires open checkouts, syncs a last time, ends payments that wait, then deletes the Stripe customer, which cancels its
 * subscriptions.
 */
const deleteStripeCustomer = async (services: Deps, payments: Payments, customer: string): Promise<void> => {
  const { stripe } = payments
  const open = await stripe.checkout.sessions.list({ customer, status: 'open', limit: 100 })
  for (const { id } of open.data) await expireSession(payments, id)
  const reading = await syncCustomer(services, payments, customer, 'user-request')
  await voidUnpaidFirstInvoices(payments, reading?.subscriptions ?? [])
  const pending = reading?.snapshot.pendingPayment
  if (pending) await voidInvoice(payments, pending.invoice)
  await stripe.customers.del(customer)
  const { data } = await stripe.subscriptions.list({ customer, limit: 1 })
  if (data.length > 0) throw new AppError('payments_unavailable')
}

/**
 * Call it before deleting an account, so that Stripe charges nothing more. Throws when Stripe is unavailable; ignores a
 * customer that is unknown there.
 */
export const removeCustomer = async (
  services: Deps,
  payments: Payments | undefined,
  accountId: string,
): Promise<void> => {
  const customer = (await findBillingAccount(services.db, accountId))?.stripe_customer_id
  if (!customer) return
  await withPayments(payments, client =>
    deleteStripeCustomer(services, client, customer).catch(error => {
      if (!isNotFound(error)) throw error
    }),
  )
}
