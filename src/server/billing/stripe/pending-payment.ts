import type { PendingPaymentMethod } from '#contract/billing/pending-payment.ts'
import type { PlanId, SubscriptionStatus } from '#contract/billing/subscription.ts'
import type { InvoiceView } from './invoice-view.ts'
import { isNotFound, type Stripe } from './stripe.ts'

/** A payment that the customer has started and whose money has not arrived. */
export interface PendingPayment {
  plan: PlanId | null
  method: PendingPaymentMethod
  amountCents: number
  currency: string
  /** The first payment of a subscription, which gives no access yet. */
  isFirst: boolean
  /** A renewal within its days of grace. Another boleto on the same invoice must not prolong the access. */
  keepsAccess: boolean
  /** ISO timestamp until which the customer can pay; `null` for an announced debit. */
  expiresAt: string | null
  /** Stripe invoice ID. */
  invoice: string
}

const toIso = (seconds: number | null | undefined): string | null =>
  seconds ? new Date(seconds * 1000).toISOString() : null

/** A boleto lasts three days and arrives on the next business day, a debit by Pix Automático takes up to seven. */
const graceMs = 10 * 24 * 60 * 60 * 1000

/** `undefined` for a payment that waits for nothing but another attempt, such as a declined card or an open 3-D Secure page. */
export const waitOf = (
  intent: Pick<Stripe.PaymentIntent, 'status' | 'next_action' | 'payment_method'>,
): Pick<PendingPayment, 'method' | 'expiresAt'> | undefined => {
  const { status, next_action: action, payment_method: method } = intent
  if (status === 'requires_action' && action?.type === 'boleto_display_details')
    return { method: 'boleto', expiresAt: toIso(action.boleto_display_details?.expires_at) }
  if (status === 'requires_action' && action?.type === 'pix_display_qr_code')
    return { method: 'pix', expiresAt: toIso(action.pix_display_qr_code?.expires_at) }
  if (status !== 'processing') return undefined
  const type = typeof method === 'object' ? method?.type : undefined
  return { method: (['boleto', 'pix'] as const).find(known => known === type) ?? 'other', expiresAt: null }
}

/** Returns the newest open invoice of the subscription with a payment, which may be waiting. */
export const findOpenPayment = (subscription: string, invoices: readonly InvoiceView[]): InvoiceView | undefined =>
  invoices.find(
    ({ subscription: of, status, paymentIntent }) => of === subscription && status === 'open' && paymentIntent !== null,
  )

/** The days of grace begin with the oldest unpaid invoice: a later one does not begin them again. */
export const isWithinGrace = (
  { expiresAt }: Pick<PendingPayment, 'expiresAt'>,
  subscription: string,
  invoices: readonly Pick<InvoiceView, 'subscription' | 'status' | 'createdAt'>[],
): boolean => {
  const owed = invoices.filter(({ subscription: of, status }) => of === subscription && status === 'open')
  const dueAt = Math.min(...owed.map(({ createdAt }) => createdAt.getTime()))
  return expiresAt === null || new Date(expiresAt).getTime() <= dueAt + graceMs
}

/** `null` also for a canceled subscription: Stripe leaves its invoice open, but paying it restores nothing. */
export const fetchPendingPayment = async (
  stripe: Stripe,
  subscription: { stripeId: string; stripeStatus: string; plan: PlanId | null },
  invoices: readonly InvoiceView[],
): Promise<PendingPayment | null> => {
  if (subscription.stripeStatus === 'canceled') return null
  const invoice = findOpenPayment(subscription.stripeId, invoices)
  if (!invoice?.paymentIntent) return null
  try {
    const intent = await stripe.paymentIntents.retrieve(invoice.paymentIntent, { expand: ['payment_method'] })
    const wait = waitOf(intent)
    if (!wait) return null
    const isPaidBefore = invoices.some(
      ({ subscription: of, status }) => of === subscription.stripeId && status === 'paid',
    )
    return {
      ...wait,
      plan: subscription.plan,
      amountCents: invoice.amountDueCents,
      currency: invoice.currency,
      isFirst: !isPaidBefore,
      keepsAccess: isPaidBefore && isWithinGrace(wait, subscription.stripeId, invoices),
      invoice: invoice.stripeId,
    }
  } catch (error) {
    if (isNotFound(error)) return null
    throw error
  }
}

/**
 * A first payment gives no access before its money arrives, even if Stripe activates the subscription meanwhile. A renewal that
 * waits for a boleto or a debit within its days of grace is not overdue.
 */
export const statusWhilePending = (
  status: SubscriptionStatus,
  pending: Pick<PendingPayment, 'isFirst' | 'keepsAccess'> | null,
): SubscriptionStatus => {
  if (!pending) return status
  if (pending.isFirst) return 'inactive'
  return status === 'past_due' && pending.keepsAccess ? 'active' : status
}
