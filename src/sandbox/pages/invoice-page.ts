import type Stripe from 'stripe'
import type { CardFields } from '../billing/card-form.ts'
import { alertHtml, cardFields, testCardList } from './card-fields.ts'
import { formatDate, formatMoney, invoiceStatusLabel } from './format.ts'
import { type Html, html } from './html.ts'
import { cardText } from './portal-pages.ts'

interface View {
  invoice: Stripe.Invoice
  card: Stripe.PaymentMethod | undefined
  typed: Record<string, unknown>
  errors: CardFields
  alert: string | undefined
  /** What the invoice waits for. */
  waiting: Html | undefined
}

const payForm = ({ invoice, card, typed, errors, alert }: View): Html => html`<section class="card">
<h2>Pagar ${formatMoney(invoice.amount_remaining, invoice.currency)}</h2>
${alertHtml(alert)}
${card && html`<form method="post"><p>${cardText(card)}</p><button type="submit" name="saved" value="1" class="quiet">Pagar com o cartão guardado</button></form><br>`}
<form method="post" novalidate>
${cardFields(typed, errors, { withTaxId: false })}
<label class="check"><input type="checkbox" name="keep" value="1" checked> Usar este cartão nas próximas cobranças</label>
<button type="submit">Pagar fatura</button>
</form>
${testCardList()}
</section>`

export const invoicePage = (view: View): Html => {
  const { invoice } = view
  return html`<h1>Fatura ${invoice.number}</h1>
<section class="card">
<p><span class="tag">${invoiceStatusLabel(invoice.status)}</span></p>
<dl>
<div><dt>Emitida em</dt><dd>${formatDate(invoice.effective_at ?? invoice.created)}</dd></div>
<div><dt>Para</dt><dd>${invoice.customer_name ?? ''} ${invoice.customer_email ?? ''}</dd></div>
${(invoice.customer_tax_ids ?? []).map(({ type, value }) => html`<div><dt>${type === 'br_cnpj' ? 'CNPJ' : 'CPF'}</dt><dd>${value}</dd></div>`)}
${invoice.lines.data.map(line => html`<div><dt>${line.description}<br><span class="hint">${formatDate(line.period.start)} a ${formatDate(line.period.end)}</span></dt><dd class="number">${formatMoney(line.amount, line.currency)}</dd></div>`)}
<div class="total"><dt>Total</dt><dd class="number">${formatMoney(invoice.total, invoice.currency)}</dd></div>
<div><dt>Valor pago</dt><dd class="number">${formatMoney(invoice.amount_paid, invoice.currency)}</dd></div>
</dl>
<p><a href="${invoice.invoice_pdf ?? ''}">Baixar PDF</a></p>
</section>
${view.waiting && html`<section class="card"><h2>Pagamento pendente</h2>${view.waiting}</section>`}
${invoice.status === 'open' && payForm(view)}`
}
