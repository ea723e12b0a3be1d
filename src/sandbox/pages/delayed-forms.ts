import type Stripe from 'stripe'
import type { Account } from '../account/account.ts'
import { idOf } from '../account/state.ts'
import type { BuyerErrors } from '../billing/buyer-form.ts'
import { type DelayedMethod, isDelayed, isWaiting } from '../billing/waiting-payment.ts'
import { formatDateTime, formatMoney } from './format.ts'
import { type Html, html, table } from './html.ts'

const methodNames: Record<DelayedMethod, string> = { boleto: 'boleto', pix: 'Pix' }
const buttonTexts: Record<DelayedMethod, string> = { boleto: 'Gerar boleto', pix: 'Gerar código Pix' }

export interface BuyerView {
  /** The method of the form that was sent. */
  method: DelayedMethod
  typed: Record<string, unknown>
  errors: BuyerErrors
}

const fieldHtml = (
  method: DelayedMethod,
  name: keyof BuyerErrors,
  label: string,
  view: BuyerView | undefined,
): Html => {
  const id = `${method}-${name}`
  const [typed, error] = [view?.typed[name], view?.errors[name]]
  return html`<div class="field"><label for="${id}">${label}</label>
<input id="${id}" name="${name}" value="${typeof typed === 'string' ? typed : ''}" autocomplete="off" required ${error && html`aria-invalid="true" aria-describedby="${id}-error"`} maxlength="60">
${error && html`<p class="error" id="${id}-error">${error}</p>`}
</div>`
}

/** The forms of the delayed methods that the session allows. */
export const delayedForms = (session: Stripe.Checkout.Session, sent: BuyerView | undefined): Html[] =>
  session.payment_method_types.filter(isDelayed).map(method => {
    const view = sent?.method === method ? sent : undefined
    return html`<section class="card">
<h2>Pagar com ${methodNames[method]}</h2>
<form method="post" novalidate>
<input type="hidden" name="method" value="${method}">
<div class="fields">${fieldHtml(method, 'name', 'Nome completo ou razão social', view)}${fieldHtml(method, 'taxId', 'CPF ou CNPJ', view)}</div>
<button type="submit" class="quiet">${buttonTexts[method]}</button>
</form>
</section>`
  })

const button = (action: string, label: string): Html =>
  html`<form method="post" action="/_sandbox/${action}"><button type="submit" class="quiet">${label}</button></form>`

export const methodNameOf = ({ state }: Account, intent: Stripe.PaymentIntent): string => {
  const type = state.paymentMethods[idOf(intent.payment_method)]?.type
  return isDelayed(type) ? methodNames[type] : 'cartão'
}

const waitingText = (account: Account, intent: Stripe.PaymentIntent): string => {
  const due = formatDateTime(account.state.paymentsDueAt[intent.id] ?? 0)
  return intent.status === 'processing' ? `Débito automático em ${due}` : `Vence em ${due}`
}

/** What the bank and the customer would do. */
export const bankButtons = ({ id }: Stripe.PaymentIntent): Html =>
  html`<div class="row">${button(`payment-intents/${id}/pay`, 'Simular o pagamento')}${button(`payment-intents/${id}/fail`, 'Simular que não foi pago')}</div>`

export const waitingNotice = (account: Account, intent: Stripe.PaymentIntent): Html =>
  html`<p>Aguardando o pagamento por <strong>${methodNameOf(account, intent)}</strong>. ${waitingText(account, intent)}.</p>
${bankButtons(intent)}`

/** Lists a customer's waiting payments with the bank's buttons. */
export const waitingTable = (account: Account, customer: string): Html =>
  table(
    'Pagamentos pendentes',
    ['Pagamento', 'Valor', 'O que o banco faz'],
    Object.values(account.state.paymentIntents)
      .filter(intent => idOf(intent.customer) === customer && isWaiting(intent))
      .map(
        intent =>
          html`<tr><td>${methodNameOf(account, intent)}<br>${waitingText(account, intent)}</td><td class="number">${formatMoney(intent.amount, intent.currency)}</td><td>${bankButtons(intent)}</td></tr>`,
      ),
  )
