import type Stripe from 'stripe'
import type { Account } from '../account/account.ts'
import { customerTime } from '../account/clock.ts'
import { emit } from '../account/emit.ts'
import { newId } from '../account/ids.ts'
import { idOf } from '../account/state.ts'
import { newInvoicePayment } from '../objects/invoice.ts'
import { newPaymentIntent } from '../objects/payment-intent.ts'
import { newDelayedMethod } from '../objects/payment-method.ts'
import type { TaxNumber } from './tax-number.ts'

/** Methods whose result comes later. */
export const delayedMethods = ['boleto', 'pix'] as const
export type DelayedMethod = (typeof delayedMethods)[number]

export const isDelayed = (type: string | undefined): type is DelayedMethod =>
  delayedMethods.some(method => method === type)

/** A payment that was started and has no result yet. */
export const isWaiting = (intent: Stripe.PaymentIntent | undefined): boolean =>
  intent?.status === 'requires_action' || intent?.status === 'processing'

const openPaymentOf = ({ state }: Account, invoice: string): Stripe.InvoicePayment | undefined =>
  Object.values(state.payments).find(({ invoice: of, status }) => of === invoice && status === 'open')

/** Returns the unfinished payment of an invoice. An invoice has one, whatever methods were tried. */
export const intentOf = (account: Account, invoice: string): Stripe.PaymentIntent | undefined =>
  account.state.paymentIntents[idOf(openPaymentOf(account, invoice)?.payment.payment_intent)]

export const invoiceOfIntent = ({ state }: Account, intent: string): Stripe.Invoice | undefined => {
  const payment = Object.values(state.payments).find(({ payment: of }) => idOf(of.payment_intent) === intent)
  return state.invoices[idOf(payment?.invoice as string | undefined)]
}

const hour = 3600
const day = 24 * hour
const brasilia = 3 * hour
const minute = 60

/** A boleto may be paid until the end of the third day in Brasília, a Pix for four hours. These are Stripe's defaults. */
const expiryOf = (method: DelayedMethod, now: number): number =>
  method === 'pix' ? now + 4 * hour : Math.floor((now - brasilia) / day) * day + brasilia + 4 * day - minute

/** A debit by Pix Automático is announced three days before. */
const debitSeconds = 3 * day

const nextActionOf = (
  { url }: Account,
  method: DelayedMethod,
  invoice: Stripe.Invoice,
  expiresAt: number,
): Stripe.PaymentIntent.NextAction => {
  const page = invoice.hosted_invoice_url ?? url
  return method === 'boleto'
    ? {
        type: 'boleto_display_details',
        boleto_display_details: {
          expires_at: expiresAt,
          hosted_voucher_url: page,
          number: '00190.00009 01234.567891 23456.789012 3 45678000002900',
          pdf: page,
        },
      }
    : {
        type: 'pix_display_qr_code',
        pix_display_qr_code: { data: '00020126BR.GOV.BCB.PIX', expires_at: expiresAt, hosted_instructions_url: page },
      }
}

export const attachDelayedMethod = (
  account: Account,
  customer: Stripe.Customer,
  type: DelayedMethod,
  taxNumber: TaxNumber,
): Stripe.PaymentMethod => {
  const created = customerTime(account, customer.id)
  const method = newDelayedMethod({ id: newId('pm'), created, customer, type, taxId: taxNumber.value })
  account.state.paymentMethods[method.id] = method
  emit(account, 'payment_method.attached', method)
  return method
}

/** Starts the payment of an open invoice: the customer must act, or is debited after the announcement. */
export const startWaiting = (
  account: Account,
  invoice: Stripe.Invoice,
  method: Stripe.PaymentMethod,
  { isDebit = false } = {},
): void => {
  const { state } = account
  const customer = idOf(invoice.customer)
  const now = customerTime(account, customer)
  const { amount_due: amount, currency } = invoice
  const intent =
    intentOf(account, invoice.id) ?? newPaymentIntent({ id: newId('pi'), created: now, amount, currency, customer })
  if (!state.paymentIntents[intent.id]) {
    state.paymentIntents[intent.id] = intent
    const payment = newInvoicePayment({
      id: newId('inpay'),
      invoice: invoice.id,
      intent: intent.id,
      amount,
      currency,
      at: now,
      isPaid: false,
    })
    state.payments[payment.id] = payment
  }
  const type = method.type as DelayedMethod
  const dueAt = isDebit ? now + debitSeconds : expiryOf(type, now)
  Object.assign(intent, {
    status: isDebit ? 'processing' : 'requires_action',
    payment_method: method.id,
    next_action: isDebit ? null : nextActionOf(account, type, invoice, dueAt),
    last_payment_error: null,
  } satisfies Partial<Stripe.PaymentIntent>)
  state.paymentsDueAt[intent.id] = dueAt
  Object.assign(invoice, { attempted: true, next_payment_attempt: null } satisfies Partial<Stripe.Invoice>)
  emit(account, isDebit ? 'payment_intent.processing' : 'payment_intent.requires_action', intent)
}

/** Ends the wait without a result: the invoice is void. */
export const cancelWaiting = (account: Account, invoice: Stripe.Invoice): void => {
  const intent = intentOf(account, invoice.id)
  if (!intent) return
  const at = customerTime(account, idOf(invoice.customer))
  Object.assign(intent, {
    status: 'canceled',
    canceled_at: at,
    next_action: null,
  } satisfies Partial<Stripe.PaymentIntent>)
  delete account.state.paymentsDueAt[intent.id]
  const payment = openPaymentOf(account, invoice.id)
  if (payment) Object.assign(payment, { status: 'canceled', status_transitions: { canceled_at: at, paid_at: null } })
  emit(account, 'payment_intent.canceled', intent)
}

/** Marks the unfinished payment of an invoice as paid and returns its id. `undefined` if none was started. */
export const finishWaiting = (account: Account, invoice: Stripe.Invoice, method: string): string | undefined => {
  const intent = intentOf(account, invoice.id)
  const payment = openPaymentOf(account, invoice.id)
  if (!intent || !payment) return undefined
  const at = customerTime(account, idOf(invoice.customer))
  Object.assign(intent, {
    status: 'succeeded',
    amount_received: intent.amount,
    payment_method: method || null,
    next_action: null,
  } satisfies Partial<Stripe.PaymentIntent>)
  delete account.state.paymentsDueAt[intent.id]
  const { amount_requested: amount_paid } = payment
  Object.assign(payment, { status: 'paid', amount_paid, status_transitions: { canceled_at: null, paid_at: at } })
  emit(account, 'payment_intent.succeeded', intent)
  return intent.id
}
