import type { InvoiceStatus } from '#contract/billing/billing.ts'
import type { Stripe } from './stripe.ts'

// Pure functions: Stripe's invoices, charges and disputes → stored invoices.

export type DisputeState = 'open' | 'won' | 'lost'

/** Stored invoice, without links, which grant access to Stripe's pages. Amounts in the currency's smallest unit. */
export interface InvoiceView {
  stripeId: string
  subscription: string | null
  number: string | null
  status: InvoiceStatus
  amountDueCents: number
  amountPaidCents: number
  /** Refunds and lost disputes. */
  amountRefundedCents: number
  amountLostCents: number
  /** `null`: no dispute. */
  dispute: DisputeState | null
  currency: string
  billingReason: string | null
  /** The unfinished or finished payment, if Stripe has created one. */
  paymentIntent: string | null
  /** Stripe's next collection attempt. */
  nextAttemptAt: Date | null
  createdAt: Date
}

/** An uncollectible invoice counts as open: it is still owed. */
export const invoiceStatusOf = (status: Stripe.Invoice['status']): InvoiceView['status'] =>
  (['paid', 'void', 'draft'] as const).find(known => known === status) ?? 'open'

const idOf = (reference: string | { id: string } | null | undefined): string | null =>
  typeof reference === 'string' ? reference : (reference?.id ?? null)

const paymentIntentOf = ({ payments }: Stripe.Invoice): string | null => {
  const known = (payments?.data ?? []).filter(({ status }) => status !== 'canceled')
  return idOf(known.find(({ payment }) => payment.payment_intent)?.payment.payment_intent)
}

const chargesOf = ({ payments }: Stripe.Invoice, charges: readonly Stripe.Charge[]): Stripe.Charge[] => {
  const paid = (payments?.data ?? []).map(({ payment }) => payment)
  const ids = new Set(paid.flatMap(({ payment_intent, charge }) => [idOf(payment_intent), idOf(charge)]))
  ids.delete(null)
  return charges.filter(({ id, payment_intent }) => ids.has(id) || ids.has(idOf(payment_intent)))
}

/** An unknown dispute status counts as open, so that administrators see it. */
const disputeStateOf = ({ status }: Stripe.Dispute): DisputeState => {
  if (status === 'lost') return 'lost'
  return ['won', 'warning_closed', 'prevented'].includes(status) ? 'won' : 'open'
}

export const toInvoiceView = (
  invoice: Stripe.Invoice,
  charges: readonly Stripe.Charge[],
  disputes: readonly Stripe.Dispute[],
): InvoiceView => {
  const taken = chargesOf(invoice, charges)
  const disputed = disputes.filter(({ charge }) => taken.some(({ id }) => id === idOf(charge)))
  const states = disputed.map(disputeStateOf)
  const lost = disputed.filter(dispute => disputeStateOf(dispute) === 'lost')
  const next = invoice.next_payment_attempt
  return {
    stripeId: invoice.id ?? '',
    subscription: idOf(invoice.parent?.subscription_details?.subscription),
    number: invoice.number,
    status: invoiceStatusOf(invoice.status),
    amountDueCents: invoice.amount_due,
    amountPaidCents: invoice.amount_paid,
    amountRefundedCents: taken.reduce((sum, { amount_refunded }) => sum + amount_refunded, 0),
    amountLostCents: lost.reduce((sum, { amount }) => sum + amount, 0),
    dispute: (['open', 'lost', 'won'] as const).find(state => states.includes(state)) ?? null,
    currency: invoice.currency,
    billingReason: invoice.billing_reason,
    paymentIntent: paymentIntentOf(invoice),
    nextAttemptAt: next === null ? null : new Date(next * 1000),
    createdAt: new Date(invoice.created * 1000),
  }
}

/** Returns at most the paid amount. */
export const returnedCents = ({ amountPaidCents, amountRefundedCents, amountLostCents }: InvoiceView): number =>
  Math.min(amountPaidCents, amountRefundedCents + amountLostCents)

/**
 * Is true when the payments of the current period were returned in full. The period begins with the latest of `invoices`
 * (newest first) that is not for a plan change.
 */
export const isPeriodReturned = (subscription: string, invoices: readonly InvoiceView[]): boolean => {
  const paid = invoices.filter(({ subscription: of, status }) => of === subscription && status === 'paid')
  const first = paid.findIndex(({ billingReason }) => billingReason !== 'subscription_update')
  const period = paid.slice(0, first + 1)
  const total = period.reduce((sum, { amountPaidCents }) => sum + amountPaidCents, 0)
  return total > 0 && period.reduce((sum, invoice) => sum + returnedCents(invoice), 0) >= total
}
