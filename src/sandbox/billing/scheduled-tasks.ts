import type Stripe from 'stripe'
import type { Account } from '../account/account.ts'
import { clockIdOf } from '../account/clock.ts'
import { idOf } from '../account/state.ts'
import { endSubscription, expireIncomplete, firstPaymentSeconds } from './end-subscription.ts'
import { finalizeInvoice } from './issue-invoice.ts'
import { payInvoice } from './pay-invoice.ts'
import { rollPeriod } from './roll-period.ts'
import { resolveDuePayment } from './settle-payment.ts'
import { intentOf, isWaiting } from './waiting-payment.ts'

export interface ScheduledTask {
  /** Unix seconds. */
  at: number
  run: () => void
}

const subscriptionTask = (account: Account, subscription: Stripe.Subscription): ScheduledTask | undefined => {
  const { status, cancel_at: cancelAt, created } = subscription
  if (status === 'incomplete' && isWaiting(intentOf(account, idOf(subscription.latest_invoice)))) return undefined
  if (status === 'incomplete')
    return { at: created + firstPaymentSeconds, run: () => expireIncomplete(account, subscription) }
  if (!['active', 'past_due', 'unpaid'].includes(status)) return undefined
  const [item] = subscription.items.data
  if (!item) return undefined
  const periodEnd = item.current_period_end
  // A cancellation at the period's end comes first, so that the next period is not billed.
  if (cancelAt !== null && cancelAt <= periodEnd)
    return { at: cancelAt, run: () => endSubscription(account, subscription, 'cancellation_requested') }
  return { at: periodEnd, run: () => rollPeriod(account, subscription, item) }
}

const invoiceTask = (account: Account, invoice: Stripe.Invoice): ScheduledTask | undefined => {
  const { status, automatically_finalizes_at: finalizesAt, next_payment_attempt: attemptAt } = invoice
  if (status === 'draft' && finalizesAt)
    return {
      at: finalizesAt,
      run: () => {
        finalizeInvoice(account, invoice)
        payInvoice(account, invoice, { isTimed: true })
      },
    }
  if (status === 'open' && attemptAt)
    return { at: attemptAt, run: () => void payInvoice(account, invoice, { isTimed: true }) }
  return undefined
}

const paymentTask = (account: Account, intent: Stripe.PaymentIntent): ScheduledTask | undefined => {
  const at = account.state.paymentsDueAt[intent.id]
  return at === undefined ? undefined : { at, run: () => resolveDuePayment(account, intent) }
}

/** Returns the earliest task of this clock, even if it is in the future. */
export const nextTask = (account: Account, clock: string): ScheduledTask | undefined => {
  const { subscriptions, invoices, paymentIntents } = account.state
  const isUnderClock = ({ customer }: { customer: unknown }) =>
    clockIdOf(account, idOf(customer as string | { id: string })) === clock
  const tasks = [
    ...Object.values(subscriptions)
      .filter(isUnderClock)
      .map(subscription => subscriptionTask(account, subscription)),
    ...Object.values(invoices)
      .filter(isUnderClock)
      .map(invoice => invoiceTask(account, invoice)),
    ...Object.values(paymentIntents)
      .filter(isUnderClock)
      .map(intent => paymentTask(account, intent)),
  ].filter(due => due !== undefined)
  return tasks.reduce<ScheduledTask | undefined>((first, due) => (first && first.at <= due.at ? first : due), undefined)
}
