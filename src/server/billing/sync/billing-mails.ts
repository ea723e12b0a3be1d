import type { QueuedMail } from '../../mail/outbox.ts'
import type { StoredPayment } from '../stores/invoice-store.ts'
import type { BillingAccount } from '../stores/store.ts'
import type { InvoiceView } from '../stripe/invoice-view.ts'
import type { SubscriptionSnapshot } from '../stripe/subscription-view.ts'

// Pure functions: the difference between stored and current state → mails. Queue them in the transaction that stores the
// state, so that a repeated sync finds no difference and each mail is queued once.

const isEnding = ({ status, cancelAtPeriodEnd }: SubscriptionSnapshot): boolean =>
  status === 'active' && cancelAtPeriodEnd === true

/** Administrators and banks announce a returned payment, so only a failed one is mailed. */
const hasFailedPayment = ({ status, paymentReturned }: SubscriptionSnapshot): boolean =>
  status === 'past_due' && paymentReturned !== true

/** Returns the mail for a status change, if any. */
export const mailForChange = (
  { nome }: BillingAccount,
  before: SubscriptionSnapshot,
  after: SubscriptionSnapshot,
): QueuedMail | undefined => {
  const plan = after.plan ?? before.plan
  if (!plan) return undefined
  if (hasFailedPayment(after) && !hasFailedPayment(before)) return { kind: 'payment-failed', nome, plan }
  const until = after.currentPeriodEnd?.toISOString() ?? null
  // Without access there was no mail: it would have named a date until which the account works.
  const wasMailed = isEnding(before)
  if (isEnding(after) && !wasMailed) return { kind: 'subscription-canceled', nome, plan, accessUntil: until }
  const isSame = before.stripeSubscriptionId === after.stripeSubscriptionId
  if (wasMailed && isSame && after.status === 'active' && !isEnding(after))
    return { kind: 'subscription-reactivated', nome, plan, nextChargeAt: until }
  const ended = after.status === 'canceled' && before.status !== 'canceled'
  return ended && !wasMailed ? { kind: 'subscription-canceled', nome, plan, accessUntil: null } : undefined
}

/** An older payment that the database never had is history, such as that of a linked customer. */
const maxUnknownAgeMs = 3 * 24 * 60 * 60 * 1000

/** Returns a receipt per invoice that was paid since the last sync, oldest first. */
export const receiptsFor = (
  { nome }: BillingAccount,
  { plan, status, currentPeriodEnd, cancelAtPeriodEnd }: SubscriptionSnapshot,
  stored: ReadonlyMap<string, StoredPayment>,
  invoices: readonly InvoiceView[],
  now: Date,
): QueuedMail[] => {
  const isNew = ({ stripeId, createdAt }: InvoiceView): boolean => {
    const before = stored.get(stripeId)
    return before ? before.status !== 'paid' : now.getTime() - createdAt.getTime() < maxUnknownAgeMs
  }
  const renews = status === 'active' && cancelAtPeriodEnd !== true
  return invoices
    .filter(invoice => invoice.status === 'paid' && invoice.amountPaidCents > 0 && isNew(invoice))
    .toSorted((one, other) => one.createdAt.getTime() - other.createdAt.getTime())
    .map(({ amountPaidCents, currency, number, createdAt }) => ({
      kind: 'payment-received',
      nome,
      plan,
      amountCents: amountPaidCents,
      currency,
      number,
      invoicedAt: createdAt.toISOString(),
      nextChargeAt: (renews && currentPeriodEnd?.toISOString()) || null,
    }))
}
