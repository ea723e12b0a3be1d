import type Stripe from 'stripe'
import type { Account } from '../account/account.ts'
import { customerTime } from '../account/clock.ts'
import { emit, updateAndEmit } from '../account/emit.ts'
import { subscriptionIdOf } from '../account/find.ts'
import { newId } from '../account/ids.ts'
import { idOf, newestFirst } from '../account/state.ts'
import { newCharge } from '../objects/charge.ts'
import { newInvoicePayment } from '../objects/invoice.ts'
import { cardToCharge, declineForCard } from './charge.ts'
import { endSubscription } from './end-subscription.ts'
import { finishSessions } from './finish-session.ts'
import { disputeCharge } from './refunds-and-disputes.ts'
import { nextAttemptAfter } from './retry-schedule.ts'
import type { Decline } from './test-cards.ts'
import { finishWaiting, intentOf, isDelayed, isWaiting, startWaiting } from './waiting-payment.ts'

export const cardForInvoice = ({ state }: Account, invoice: Stripe.Invoice): string =>
  cardToCharge(state.subscriptions[subscriptionIdOf(invoice)], state.customers[idOf(invoice.customer)])

const latestFinalized = ({ state }: Account, subscription: string): Stripe.Invoice | undefined =>
  newestFirst(state.invoices).find(invoice => invoice.status !== 'draft' && subscriptionIdOf(invoice) === subscription)

/** Activates a subscription when its latest finalized invoice is paid. Older open invoices do not count. */
const reactivateSubscription = (account: Account, id: string): void => {
  const subscription = account.state.subscriptions[id]
  if (!subscription || !['incomplete', 'past_due', 'unpaid'].includes(subscription.status)) return
  if (latestFinalized(account, id)?.status === 'paid')
    updateAndEmit(account, 'customer.subscription.updated', subscription, { status: 'active' })
}

/** Stores payment and charge of a paid invoice. The dispute test card disputes the charge at once. */
const recordPayment = (account: Account, invoice: Stripe.Invoice, amount: number, card: string): void => {
  const { state } = account
  const at = customerTime(account, idOf(invoice.customer))
  const { id, currency, customer } = invoice
  const waited = finishWaiting(account, invoice, card)
  const intent = waited ?? newId('pi')
  if (waited === undefined) {
    const payment = newInvoicePayment({ id: newId('inpay'), invoice: id, intent, amount, currency, at })
    state.payments[payment.id] = payment
  }
  const charge = newCharge({
    id: newId('ch'),
    created: at,
    amount,
    currency,
    customer: idOf(customer),
    payment_intent: intent,
    payment_method: card || null,
  })
  state.charges[charge.id] = charge
  emit(account, 'charge.succeeded', charge)
  if (state.cards[card] === 'disputes') disputeCharge(account, charge)
}

export const markPaid = (account: Account, invoice: Stripe.Invoice, card = cardForInvoice(account, invoice)): void => {
  const at = customerTime(account, idOf(invoice.customer))
  const amount = invoice.amount_due
  const isCharged = amount > 0
  Object.assign(invoice, {
    amount_paid: amount,
    amount_remaining: 0,
    attempted: true,
    attempt_count: invoice.attempt_count + (isCharged ? 1 : 0),
    next_payment_attempt: null,
    status: 'paid',
    status_transitions: { ...invoice.status_transitions, paid_at: at },
  } satisfies Partial<Stripe.Invoice>)
  emit(account, 'invoice.paid', invoice)
  emit(account, 'invoice.payment_succeeded', invoice)
  reactivateSubscription(account, subscriptionIdOf(invoice))
  if (isCharged) recordPayment(account, invoice, amount, card)
  finishSessions(account, subscriptionIdOf(invoice))
}

/** Records a declined charge. After the first attempt, only scheduled ones count and advance the retry schedule. */
export const markFailed = (account: Account, invoice: Stripe.Invoice, isTimed: boolean): void => {
  const at = customerTime(account, idOf(invoice.customer))
  const subscription = account.state.subscriptions[subscriptionIdOf(invoice)]
  const isFirst = invoice.billing_reason === 'subscription_create'
  if (isTimed || !invoice.attempted) invoice.attempt_count += 1
  invoice.attempted = true
  if (isTimed) invoice.next_payment_attempt = isFirst ? null : nextAttemptAfter(invoice.attempt_count, at)
  emit(account, 'invoice.payment_failed', invoice)
  if (!subscription || isFirst) return
  if (subscription.status === 'active')
    updateAndEmit(account, 'customer.subscription.updated', subscription, { status: 'past_due' })
  if (!isTimed || invoice.next_payment_attempt !== null) return
  if (account.state.chaos.leave_unpaid)
    updateAndEmit(account, 'customer.subscription.updated', subscription, { status: 'unpaid' })
  else endSubscription(account, subscription, 'payment_failed')
}

/** Renews by boleto, which the customer must pay, or by Pix Automático, which is debited after an announcement. */
const startRenewal = (account: Account, invoice: Stripe.Invoice, method: Stripe.PaymentMethod): void => {
  if (isWaiting(intentOf(account, invoice.id))) return
  const isDebit = method.type === 'pix'
  startWaiting(account, invoice, method, { isDebit })
  if (isDebit) return
  emit(account, 'invoice.payment_action_required', invoice)
  const subscription = account.state.subscriptions[subscriptionIdOf(invoice)]
  if (subscription?.status === 'active')
    updateAndEmit(account, 'customer.subscription.updated', subscription, { status: 'past_due' })
}

/** Charges an open invoice. Returns the decline, or `undefined` on success. */
export const payInvoice = (
  account: Account,
  invoice: Stripe.Invoice,
  { card = cardForInvoice(account, invoice), isTimed = false } = {},
): Decline | undefined => {
  const method = account.state.paymentMethods[card]
  if (method && isDelayed(method.type) && invoice.amount_due > 0) {
    startRenewal(account, invoice, method)
    return undefined
  }
  const decline = invoice.amount_due === 0 ? undefined : declineForCard(account, card)
  if (decline) markFailed(account, invoice, isTimed)
  else markPaid(account, invoice, card)
  return decline
}
