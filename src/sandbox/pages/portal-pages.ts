import type Stripe from 'stripe'
import type { CardFields } from '../billing/card-form.ts'
import { alertHtml, cardFields, testCardList } from './card-fields.ts'
import {
  formatDate,
  formatInterval,
  formatMoney,
  formatShortDate,
  invoiceStatusLabel,
  subscriptionStatusLabel,
} from './format.ts'
import { type Html, html } from './html.ts'

export interface PortalView {
  base: string
  customer: Stripe.Customer
  subscription: Stripe.Subscription | undefined
  planName: string
  scheduledName: string | undefined
  card: Stripe.PaymentMethod | undefined
  invoices: Stripe.Invoice[]
  features: Stripe.BillingPortal.Configuration.Features
  returnUrl: string | null
}

const dueText = ({ cancel_at: cancelAt, items, status }: Stripe.Subscription): string => {
  if (cancelAt !== null) return `Cancelamento automático em ${formatDate(cancelAt)}`
  const end = items.data[0]?.current_period_end ?? 0
  return status === 'active' ? `Próxima cobrança em ${formatDate(end)}` : `Período até ${formatDate(end)}`
}

const subscriptionHtml = ({ base, subscription, planName, scheduledName, features }: PortalView): Html => {
  const price = subscription?.items.data[0]?.price
  if (!subscription || !price)
    return html`<section class="card"><h2>Assinatura</h2><p>Nenhuma assinatura ativa</p></section>`
  const isLate = subscription.status === 'past_due' || subscription.status === 'unpaid'
  const isCanceling = subscription.cancel_at !== null
  return html`<section class="card">
<h2>${planName}</h2>
<p><span class="${isLate ? 'tag bad' : 'tag'}">${subscriptionStatusLabel(subscription.status)}</span></p>
<p class="strong">${formatMoney(price.unit_amount ?? 0, price.currency)} ${formatInterval(price.recurring?.interval)}</p>
<p>${dueText(subscription)}</p>
${scheduledName && html`<p>Muda para ${scheduledName} no fim do período.</p>`}
<div class="row">
${isCanceling && html`<form method="post" action="${base}/renew"><button type="submit">Reativar assinatura</button></form>`}
${!isCanceling && features.subscription_update.enabled && html`<a class="button" href="${base}/update">Mudar de plano</a>`}
${!isCanceling && features.subscription_cancel.enabled && html`<a class="button quiet" href="${base}/cancel">Cancelar assinatura</a>`}
</div>
</section>`
}

export const cardText = (card: Stripe.PaymentMethod | undefined): string =>
  card?.card
    ? `${card.card.brand === 'amex' ? 'American Express' : card.card.brand === 'visa' ? 'Visa' : 'Mastercard'} final ${card.card.last4}, validade ${String(card.card.exp_month).padStart(2, '0')}/${String(card.card.exp_year).slice(2)}`
    : 'Nenhum cartão cadastrado'

const invoiceRow = (invoice: Stripe.Invoice): Html => html`<tr>
<td>${invoice.hosted_invoice_url ? html`<a href="${invoice.hosted_invoice_url}">${invoice.number}</a>` : 'Rascunho'}</td>
<td>${formatShortDate(invoice.created)}</td>
<td>${invoiceStatusLabel(invoice.status)}</td>
<td class="number">${formatMoney(invoice.total, invoice.currency)}</td>
</tr>`

export const portalHome = (view: PortalView): Html => {
  const { base, customer, card, invoices, features, returnUrl } = view
  const open = invoices.find(({ status }) => status === 'open')
  return html`${returnUrl && html`<p><a href="${returnUrl}">← Voltar</a></p>`}
<h1>Sua assinatura</h1>
<p class="hint">${customer.name ?? ''} ${customer.email ?? ''}</p>
${
  open &&
  html`<p class="alert">Há uma fatura em aberto de ${formatMoney(open.amount_remaining, open.currency)}.</p>
<p><a class="button" href="${open.hosted_invoice_url ?? ''}">Pagar fatura em aberto</a></p>`
}
${subscriptionHtml(view)}
<section class="card"><h2>Cartão</h2><p>${cardText(card)}</p>
${features.payment_method_update.enabled && html`<a class="button quiet" href="${base}/payment-method">Trocar cartão</a>`}
</section>
${
  features.invoice_history.enabled &&
  html`<section class="card"><h2>Faturas</h2>
${
  invoices.length === 0
    ? html`<p>Nenhuma fatura encontrada</p>`
    : html`<div class="scroll" tabindex="0" role="region" aria-label="Faturas"><table>
<thead><tr><th>Número</th><th>Data</th><th>Status</th><th class="number">Valor</th></tr></thead>
<tbody>${invoices.map(invoiceRow)}</tbody></table></div>`
}</section>`
}`
}

export const cancelPage = (
  base: string,
  subscription: Stripe.Subscription,
  atPeriodEnd: boolean,
): Html => html`<section class="card">
<h1>Cancelar assinatura</h1>
<p>${
  atPeriodEnd
    ? `A assinatura continua até ${formatDate(subscription.items.data[0]?.current_period_end ?? 0)} e não será renovada depois dessa data.`
    : 'A assinatura termina agora.'
}</p>
<form method="post" class="row"><button type="submit" class="danger">Confirmar cancelamento</button>
<a class="button quiet" href="${base}/home">Voltar</a></form>
</section>`

export const choosePricePage = (
  base: string,
  options: { price: Stripe.Price; name: string; isCurrent: boolean }[],
): Html => html`
<h1>Mudar de plano</h1>
${options.map(
  ({ price, name, isCurrent }) => html`<section class="card"><h2>${name}</h2>
<p class="strong">${formatMoney(price.unit_amount ?? 0, price.currency)} ${formatInterval(price.recurring?.interval)}</p>
${isCurrent ? html`<p><span class="tag">Plano atual</span></p>` : html`<a class="button" href="${base}/update/${price.id}">Escolher ${name}</a>`}</section>`,
)}
<p><a class="button quiet" href="${base}/home">Voltar</a></p>`

export interface ChangeView {
  base: string
  name: string
  price: Stripe.Price
  /** Empty when the change applies at the end of the period. */
  lines: Stripe.InvoiceLineItem[]
  startsAt: number | undefined
  alert: string | undefined
}

export const confirmPricePage = ({ base, name, price, lines, startsAt, alert }: ChangeView): Html => {
  const total = lines.reduce((sum, { amount }) => sum + amount, 0)
  return html`<section class="card">
<h1>Confirmar mudança</h1>
<p>Novo plano: <strong>${name}</strong>, ${formatMoney(price.unit_amount ?? 0, price.currency)} ${formatInterval(price.recurring?.interval)}.</p>
${alertHtml(alert)}
${
  startsAt === undefined
    ? html`<dl>${lines.map(line => html`<div><dt>${line.description}</dt><dd class="number">${formatMoney(line.amount, line.currency)}</dd></div>`)}
<div class="total"><dt>Valor a pagar agora (aproximado)</dt><dd class="number">${formatMoney(Math.max(total, 0), price.currency)}</dd></div></dl>`
    : html`<p>Nada é cobrado agora: o novo plano vale a partir de ${formatDate(startsAt)}.</p>`
}
<form method="post" class="row"><button type="submit">Confirmar</button><a class="button quiet" href="${base}/home">Voltar</a></form>
</section>`
}

export const cardPage = (
  base: string,
  typed: Record<string, unknown>,
  errors: CardFields,
  alert: string | undefined,
): Html => html`<section class="card">
<h1>Trocar cartão</h1>
${alertHtml(alert)}
<form method="post" novalidate>${cardFields(typed, errors, { withTaxId: false })}<button type="submit">Salvar cartão</button></form>
${testCardList()}
<p><a class="button quiet" href="${base}/home">Voltar</a></p>
</section>`
