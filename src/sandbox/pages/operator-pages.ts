import type Stripe from 'stripe'
import type { Account } from '../account/account.ts'
import { clockTime } from '../account/clock.ts'
import { invoicesOf, subscriptionsOf } from '../account/find.ts'
import { newestFirst } from '../account/state.ts'
import type { Chaos } from '../webhooks/chaos.ts'
import type { Delivery } from '../webhooks/delivery.ts'
import { chargesTable } from './charges-table.ts'
import { waitingTable } from './delayed-forms.ts'
import { formatDateTime, formatMoney, invoiceStatusLabel, subscriptionStatusLabel } from './format.ts'
import { type Html, html, table } from './html.ts'

const deliveryStates: Record<Delivery['state'], string> = {
  pending: 'na fila',
  delivered: 'entregue',
  failed: 'desistiu',
  dropped: 'descartado (simulação)',
}

const attemptsHtml = ({ attempts }: Delivery): Html | null => {
  if (attempts.length === 0) return null
  return html`<details><summary>${attempts.length === 1 ? '1 tentativa' : `${attempts.length} tentativas`}</summary>${attempts.map(
    ({ at, status, failure, tookMs }) =>
      html`<p class="hint">${formatDateTime(at / 1000)}: ${failure ?? `resposta ${status}`} (${tookMs} ms)</p>`,
  )}</details>`
}

const deliveryHtml = (delivery: Delivery, url: string): Html =>
  html`<form method="post" action="/_sandbox/deliveries/${delivery.id}/resend">${deliveryStates[delivery.state]} → <code>${url}</code>
<button type="submit" class="quiet" aria-label="Reenviar ${delivery.event}">Reenviar</button>${attemptsHtml(delivery)}</form>`

const eventRows = ({ state }: Account, events: Stripe.Event[]): Html => {
  const deliveries = Object.values(state.deliveries)
  return table(
    'Eventos',
    ['Evento', 'Quando', 'Entregas'],
    events.map(
      event => html`<tr><td>${event.type}<br><code>${event.id}</code></td><td>${formatDateTime(event.created)}</td>
<td>${deliveries.filter(({ event: of }) => of === event.id).map(delivery => deliveryHtml(delivery, state.webhookEndpoints[delivery.endpoint]?.url ?? ''))}</td></tr>`,
    ),
  )
}

const chaosLabels: Record<keyof Chaos, string> = {
  duplicate: 'Cada aviso chega duas vezes',
  shuffle: 'Avisos chegam fora de ordem',
  drop: 'Nenhum aviso chega',
  reject_tax_ids: 'O Stripe não aceita nenhum CPF ou CNPJ',
  leave_unpaid: 'Depois da última tentativa, a assinatura fica "Não paga" em vez de acabar',
  delayMs: 'Atraso dos avisos (ms)',
  next_payment_fails: 'Próximas cobranças recusadas (quantas)',
  api_500: 'Próximas chamadas com erro 500 (quantas)',
  api_garbage: 'Próximas respostas ilegíveis (quantas)',
  api_delay_ms: 'Atraso de cada chamada (ms)',
}

const chaosForm = (chaos: Chaos): Html => html`<form method="post" action="/_sandbox/chaos">
<input type="hidden" name="from" value="page">
${Object.entries(chaosLabels).map(([key, label]) => {
  const value = chaos[key as keyof Chaos]
  return typeof value === 'boolean'
    ? html`<label class="check"><input type="checkbox" name="${key}" ${value && html`checked`}> ${label}</label>`
    : html`<p></p><div class="field"><label for="${key}">${label}</label><input id="${key}" name="${key}" type="number" min="0" value="${value}"></div>`
})}
<br><button type="submit">Aplicar falhas</button></form>`

const clockForm = (account: Account): Html => html`<p class="strong">${formatDateTime(clockTime(account))}</p>
<form method="post" action="/_sandbox/clock" class="row">
<button type="submit" name="by" value="hour" class="quiet">+1 hora</button>
<button type="submit" name="by" value="day" class="quiet">+1 dia</button>
<button type="submit" name="by" value="week" class="quiet">+7 dias</button>
<button type="submit" name="by" value="month" class="quiet">+1 mês</button>
</form>`

export const operatorPage = (account: Account): Html => {
  const { state } = account
  const customers = newestFirst(state.customers).slice(0, 50)
  return html`<h1>Ambiente de teste de pagamentos</h1>
<div class="split">
<section class="card"><h2>Relógio</h2>${clockForm(account)}</section>
<section class="card"><h2>Simular falhas</h2>${chaosForm(state.chaos)}</section>
</div>
<section class="card"><h2>Clientes</h2>${table(
    'Clientes',
    ['Cliente', 'E-mail', 'Assinatura'],
    customers.map(
      customer => html`<tr><td><a href="/customers/${customer.id}"><code>${customer.id}</code></a></td><td>${customer.email}</td>
<td>${subscriptionsOf(account, customer.id).map(({ status }) => html`${subscriptionStatusLabel(status)} `)}</td></tr>`,
    ),
  )}</section>
<section class="card"><h2>Preços</h2>${table(
    'Preços',
    ['Preço', 'Chave', 'Valor'],
    newestFirst(state.prices).map(
      price =>
        html`<tr><td><code>${price.id}</code></td><td>${price.lookup_key ?? ''}</td><td class="number">${formatMoney(price.unit_amount ?? 0, price.currency)}</td></tr>`,
    ),
  )}</section>
<section class="card"><h2>Últimos eventos</h2>${eventRows(account, newestFirst(state.events).slice(0, 50))}</section>
<section class="card"><h2>Recomeçar</h2><form method="post" action="/_sandbox/reset"><p>Exclui produtos, clientes, assinaturas e eventos.</p><button type="submit" class="danger">Excluir tudo</button></form></section>`
}

const belongsTo = ({ state }: Account, event: Stripe.Event, customer: string): boolean => {
  const object = event.data.object as { id?: string; customer?: unknown; charge?: string }
  return [object.id, object.customer, state.charges[object.charge ?? '']?.customer].includes(customer)
}

export const customerPage = (account: Account, customer: Stripe.Customer): Html => {
  const { state } = account
  return html`<p><a href="/">← Ambiente de teste de pagamentos</a></p>
<h1>${customer.name ?? customer.email ?? customer.id}</h1>
<p class="hint"><code>${customer.id}</code> ${customer.email}</p>
<section class="card"><h2>Assinaturas</h2>${table(
    'Assinaturas',
    ['Assinatura', 'Status', 'Preço', 'Período até'],
    subscriptionsOf(account, customer.id).map(({ id, status, items }) => {
      const [item] = items.data
      return html`<tr><td><code>${id}</code></td><td>${subscriptionStatusLabel(status)}</td><td>${formatMoney(item?.price.unit_amount ?? 0, item?.price.currency ?? 'brl')}</td><td>${formatDateTime(item?.current_period_end ?? 0)}</td></tr>`
    }),
  )}</section>
<section class="card"><h2>Faturas</h2>${table(
    'Faturas',
    ['Fatura', 'Status', 'Valor'],
    invoicesOf(account, customer.id).map(
      invoice =>
        html`<tr><td>${invoice.hosted_invoice_url ? html`<a href="${invoice.hosted_invoice_url}">${invoice.number}</a>` : html`<code>${invoice.id}</code>`}</td><td>${invoiceStatusLabel(invoice.status)}</td><td class="number">${formatMoney(invoice.total, invoice.currency)}</td></tr>`,
    ),
  )}</section>
<section class="card"><h2>Pagamentos pendentes</h2>${waitingTable(account, customer.id)}</section>
<section class="card"><h2>Pagamentos</h2>${chargesTable(account, customer.id)}</section>
<section class="card"><h2>Eventos</h2>${eventRows(
    account,
    newestFirst(state.events)
      .filter(event => belongsTo(account, event, customer.id))
      .slice(0, 100),
  )}</section>`
}
