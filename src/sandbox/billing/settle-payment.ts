import type Stripe from 'stripe'
import type { Account } from '../account/account.ts'
import { customerTime } from '../account/clock.ts'
import { emit } from '../account/emit.ts'
import { subscriptionIdOf } from '../account/find.ts'
import { idOf } from '../account/state.ts'
import { consumeFault } from '../webhooks/chaos.ts'
import { expireIncomplete, firstPaymentSeconds } from './end-subscription.ts'
import { failSessions } from './finish-session.ts'
import { markFailed, markPaid } from './pay-invoice.ts'
import { invoiceOfIntent, isWaiting } from './waiting-payment.ts'

/** The money of a boleto or Pix arrives. */
export const settlePayment = (account: Account, intent: Stripe.PaymentIntent): void => {
  const invoice = invoiceOfIntent(account, intent.id)
  if (invoice && isWaiting(intent)) markPaid(account, invoice, idOf(intent.payment_method))
}

/** A boleto or Pix expires, or the bank refuses the debit. */
export const failPayment = (account: Account, intent: Stripe.PaymentIntent): void => {
  const invoice = invoiceOfIntent(account, intent.id)
  if (!invoice || !isWaiting(intent)) return
  delete account.state.paymentsDueAt[intent.id]
  Object.assign(intent, {
    status: 'requires_payment_method',
    next_action: null,
    payment_method: null,
  } satisfies Partial<Stripe.PaymentIntent>)
  emit(account, 'payment_intent.payment_failed', intent)
  markFailed(account, invoice, true)
  const subscription = account.state.subscriptions[subscriptionIdOf(invoice)]
  if (!subscription) return
  failSessions(account, subscription.id)
  const isTooLate = customerTime(account, idOf(invoice.customer)) >= subscription.created + firstPaymentSeconds
  if (subscription.status === 'incomplete' && isTooLate) expireIncomplete(account, subscription)
}

/** Applies the result that is due: an unpaid boleto or Pix expires, an announced debit is made. */
export const resolveDuePayment = (account: Account, intent: Stripe.PaymentIntent): void => {
  const isDebited = intent.status === 'processing' && !consumeFault(account.state.chaos, 'next_payment_fails')
  if (isDebited) settlePayment(account, intent)
  else failPayment(account, intent)
}
