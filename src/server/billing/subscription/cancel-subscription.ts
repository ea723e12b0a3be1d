import { AppError } from '../../errors.ts'
import type { Services } from '../../services.ts'
import { voidInvoice } from '../checkout/checkout-session.ts'
import { findBillingAccount } from '../stores/store.ts'
import type { Payments } from '../stripe/payments.ts'
import { isInvalidRequest, isNotFound, type Stripe } from '../stripe/stripe.ts'
import { syncCustomer } from '../sync/sync-customer.ts'

type Deps = Pick<Services, 'db' | 'now' | 'warn'>

/** Syncs first. Throws `no_subscription` without a live subscription. */
const syncActiveSubscription = async (services: Deps, payments: Payments, accountId: string) => {
  const customer = (await findBillingAccount(services.db, accountId))?.stripe_customer_id
  if (!customer) throw new AppError('no_subscription')
  const reading = await syncCustomer(services, payments, customer, 'user-request')
  const id = reading?.snapshot.stripeSubscriptionId
  const subscription = reading?.subscriptions.find(one => one.id === id)
  const status = reading?.snapshot.status
  if (!subscription || (status !== 'active' && status !== 'past_due')) throw new AppError('no_subscription')
  return { customer, subscription, isOwed: status === 'past_due', pending: reading?.snapshot.pendingPayment }
}

const isCancelScheduled = ({ cancel_at_period_end: atPeriodEnd, cancel_at: at }: Stripe.Subscription): boolean =>
  atPeriodEnd || at !== null

/** Releases a scheduled plan change: Stripe rejects other changes while a schedule is attached. */
const releaseSchedule = async ({ stripe }: Payments, { schedule }: Stripe.Subscription): Promise<void> => {
  if (schedule === null) return
  await stripe.subscriptionSchedules.release(typeof schedule === 'string' ? schedule : schedule.id).catch(error => {
    // Another request released it meanwhile. A schedule that is still attached fails the change that follows.
    if (!isInvalidRequest(error)) throw error
  })
}

/** Stripe reports a canceled subscription as missing, such as after a lost response or a click in another tab. */
const cancelNow = async ({ stripe }: Payments, { id }: Stripe.Subscription): Promise<void> => {
  await stripe.subscriptions.cancel(id).catch(error => {
    if (!isNotFound(error)) throw error
  })
}

/**
 * Schedules the cancellation for the end of the paid period; idempotent. Cancels a past-due subscription immediately, so
 * that nothing more is collected.
 */
export const cancelSubscription = async (services: Deps, payments: Payments, accountId: string): Promise<void> => {
  const { customer, subscription, isOwed, pending } = await syncActiveSubscription(services, payments, accountId)
  if (!isOwed && isCancelScheduled(subscription)) return
  await releaseSchedule(payments, subscription)
  if (isOwed) {
    await cancelNow(payments, subscription)
    // Stripe leaves the invoice open, and a boleto printed before could still be paid.
    if (pending) await voidInvoice(payments, pending.invoice)
  } else await payments.stripe.subscriptions.update(subscription.id, { cancel_at_period_end: true })
  await syncCustomer(services, payments, customer, 'user-request')
}

/** Resets only the parameter that scheduled the cancellation: Stripe rejects both at once. */
export const reactivateSubscription = async (services: Deps, payments: Payments, accountId: string): Promise<void> => {
  const { customer, subscription, isOwed } = await syncActiveSubscription(services, payments, accountId)
  if (isOwed) throw new AppError('no_subscription')
  if (!isCancelScheduled(subscription)) return
  await releaseSchedule(payments, subscription)
  await payments.stripe.subscriptions.update(
    subscription.id,
    subscription.cancel_at_period_end ? { cancel_at_period_end: false } : { cancel_at: '' },
  )
  await syncCustomer(services, payments, customer, 'user-request')
}
