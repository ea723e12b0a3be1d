import type Stripe from 'stripe'
import type { CardFields } from '../billing/card-form.ts'
import { alertHtml, cardFields, testCardList } from './card-fields.ts'
import { type BuyerView, delayedForms } from './delayed-forms.ts'
import { formatInterval, formatMoney } from './format.ts'
import { type Html, html } from './html.ts'

interface View {
  session: Stripe.Checkout.Session
  lineItems: Stripe.LineItem[]
  email: string | null
  typed: Record<string, unknown>
  errors: CardFields
  alert: string | undefined
  buyer: BuyerView | undefined
}

const lineHtml = ({ description, amount_total: amount, currency, price }: Stripe.LineItem): Html =>
  html`<p class="plan">${description}</p>
<p class="price">${formatMoney(amount, currency)} <span>${formatInterval(price?.recurring?.interval)}</span></p>`

export const checkoutPage = ({ session, lineItems, email, typed, errors, alert, buyer }: View): Html =>
  html`<div class="split">
<section class="summary">
<h1>Assinatura</h1>
${lineItems.map(lineHtml)}
<dl class="total"><div><dt>Total hoje</dt><dd class="number">${formatMoney(session.amount_total ?? 0, session.currency ?? 'brl')}</dd></div></dl>
<p class="hint">Renovação automática. Cancele quando quiser.</p>
${session.cancel_url && html`<p><a href="${session.cancel_url}">Voltar sem assinar</a></p>`}
</section>
<section class="card">
<h2>Pagar com cartão</h2>
${email && html`<p class="hint">${email}</p>`}
${alertHtml(alert)}
<form method="post" novalidate>
${cardFields(typed, errors, { withTaxId: session.tax_id_collection?.enabled ?? false })}
<button type="submit">Assinar</button>
</form>
${testCardList()}
</section>
${delayedForms(session, buyer)}
</div>`

export const authenticationPage = (amount: string): Html =>
  html`<section class="card">
<h1>Confirme com o seu banco</h1>
<p>O banco que emitiu o cartão pede a sua confirmação para o pagamento de <strong>${amount}</strong>.</p>
<form method="post" class="row">
<button type="submit" name="answer" value="approve">Aprovar</button>
<button type="submit" name="answer" value="refuse" class="quiet">Recusar</button>
</form>
</section>`

/** The code that the customer pays in the app of the bank. The page is left or waits for the payment. */
export const pixPage = (notice: Html, continueUrl: string | null): Html =>
  html`<section class="card">
<h1>Pague com Pix</h1>
<p>Copie o código e pague no aplicativo do seu banco, que também pede a autorização das próximas cobranças.</p>
<p><code>00020126BR.GOV.BCB.PIX</code></p>
${notice}
${continueUrl && html`<p><a class="button quiet" href="${continueUrl}">Voltar e pagar depois</a></p>`}
</section>`
