import type Stripe from 'stripe'
import type { Account } from '../account/account.ts'
import { customerTime } from '../account/clock.ts'
import { emit, updateAndEmit } from '../account/emit.ts'
import { subscriptionIdOf } from '../account/find.ts'
import { idOf } from '../account/state.ts'
import { cancellationDetails } from '../objects/subscription.ts'
import { cancelWaiting } from './waiting-payment.ts'

const stopCollecting = (account: Account, subscription: string): void => {
  for (const invoice of Object.values(account.state.invoices)) {
    if (subscriptionIdOf(invoice) !== subscription) continue
    if (invoice.status === 'open' || invoice.status === 'draft')
      Object.assign(invoice, { next_payment_attempt: null, auto_advance: false, automatically_finalizes_at: null })
  }
}

/** Ends a subscription. Like Stripe, emits only `customer.subscription.deleted`. */
export const endSubscription = (
  account: Account,
  subscription: Stripe.Subscription,
  reason: 'cancellation_requested' | 'payment_failed',
): void => {
  const { state } = account
  const now = customerTime(account, idOf(subscription.customer))
  stopCollecting(account, subscription.id)
  delete state.scheduledPrices[subscription.id]
  delete state.pendingLines[subscription.id]
  Object.assign(subscription, {
    status: 'canceled',
    canceled_at: subscription.canceled_at ?? now,
    ended_at: now,
    schedule: null,
    cancellation_details: cancellationDetails(reason),
  } satisfies Partial<Stripe.Subscription>)
  emit(account, 'customer.subscription.deleted', subscription)
}

/** Nobody can pay the invoice anymore. */
export const voidInvoice = (account: Account, invoice: Stripe.Invoice): void => {
  const at = customerTime(account, idOf(invoice.customer))
  invoice.status = 'void'
  invoice.status_transitions = { ...invoice.status_transitions, voided_at: at }
  cancelWaiting(account, invoice)
  emit(account, 'invoice.voided', invoice)
}

/** How long Stripe waits for a first payment that nobody has started. */
export const firstPaymentSeconds = 23 * 3600

/** Expires an unpaid first payment: voids the invoice, sets `incomplete_expired`. */
export const expireIncomplete = (account: Account, subscription: Stripe.Subscription): void => {
  const now = customerTime(account, idOf(subscription.customer))
  const invoice = account.state.invoices[idOf(subscription.latest_invoice)]
  if (invoice?.status === 'open') {
    voidInvoice(account, invoice)
  }
  updateAndEmit(account, 'customer.subscription.updated', subscription, { status: 'incomplete_expired', ended_at: now })
}
