import type Stripe from 'stripe'
import type { Account } from '../account/account.ts'
import { idOf, newestFirst } from '../account/state.ts'
import { isDisputeClosed } from '../billing/refunds-and-disputes.ts'
import { disputeStatusLabel, formatDateTime, formatMoney } from './format.ts'
import { type Html, html, table } from './html.ts'

const button = (action: string, label: string): Html =>
  html`<form method="post" action="/_sandbox/${action}"><button type="submit" class="quiet">${label}</button></form>`

const disputeHtml = (dispute: Stripe.Dispute): Html => html`<p>${disputeStatusLabel(dispute.status)}</p>
${!isDisputeClosed(dispute) && html`${button(`disputes/${dispute.id}/won`, 'O banco nos dá razão')}${button(`disputes/${dispute.id}/lost`, 'O banco dá razão ao cliente')}`}`

const actionsHtml = (charge: Stripe.Charge, dispute: Stripe.Dispute | undefined): Html => {
  const { id, amount_refunded: refunded, currency } = charge
  return html`${refunded > 0 && html`<p>Devolvido: ${formatMoney(refunded, currency)}</p>`}
${dispute && disputeHtml(dispute)}
${!dispute && !charge.refunded && html`${button(`charges/${id}/refund`, 'Devolver tudo')}${button(`charges/${id}/refund-half`, 'Devolver metade')}${button(`charges/${id}/dispute`, 'Contestar')}`}`
}

/** Lists a customer's charges with refund and dispute buttons. */
export const chargesTable = ({ state }: Account, customer: string): Html =>
  table(
    'Pagamentos',
    ['Pagamento', 'Valor', 'Devoluções'],
    newestFirst(state.charges)
      .filter(charge => idOf(charge.customer) === customer)
      .map(charge => {
        const dispute = newestFirst(state.disputes).find(({ charge: of }) => idOf(of) === charge.id)
        return html`<tr><td>${formatDateTime(charge.created)}<br><code>${charge.id}</code></td><td class="number">${formatMoney(charge.amount, charge.currency)}</td><td>${actionsHtml(charge, dispute)}</td></tr>`
      }),
  )
