import type { FastifyInstance, FastifyReply } from 'fastify'
import type Stripe from 'stripe'
import type { Account } from '../account/account.ts'
import { behindLink } from '../account/find.ts'
import { idOf } from '../account/state.ts'
import { attachCard } from '../billing/attach-card.ts'
import { type CardFields, readCard } from '../billing/card-form.ts'
import { refusalToKeep } from '../billing/charge.ts'
import { cardFor, payInvoice } from '../billing/pay-invoice.ts'
import { replaceCard } from '../billing/replace-card.ts'
import { invoicePage } from './invoice-page.ts'
import { invoicePdf } from './invoice-pdf.ts'
import { sendNotice, sendPage } from './send-page.ts'

type Form = Record<string, unknown>

export const serveInvoices = (app: FastifyInstance, account: Account): void => {
  const { state } = account
  const invoiceOf = (token: string): Stripe.Invoice | undefined => state.invoices[behindLink(account, token)]
  const notFound = (reply: FastifyReply) =>
    sendNotice(reply, 'Fatura não encontrada', 'Este endereço de fatura não existe.', 404)

  const show = (
    reply: FastifyReply,
    invoice: Stripe.Invoice,
    typed: Form = {},
    errors: CardFields = {},
    alert?: string,
  ) =>
    sendPage(reply, {
      title: `Fatura ${invoice.number ?? ''}`,
      status: alert === undefined && Object.keys(errors).length === 0 ? 200 : 402,
      main: invoicePage({ invoice, card: state.paymentMethods[cardFor(account, invoice)], typed, errors, alert }),
    })

  /** The method to charge, or why the typed card cannot be one. */
  const methodFor = (
    invoice: Stripe.Invoice,
    form: Form,
  ): { method: string } | { errors: CardFields } | { refused: string } => {
    if (form.saved) return { method: cardFor(account, invoice) }
    const result = readCard(form, new Date(account.wallTime() * 1000))
    if ('errors' in result) return result
    const customer = state.customers[idOf(invoice.customer)]
    if (!customer) return { refused: 'O cliente desta fatura não existe mais.' }
    const refusal = form.keep ? replaceCard(account, customer, result.card) : refusalToKeep(result.card.behaviour)
    if (refusal) return { refused: refusal.mensagem }
    return { method: form.keep ? cardFor(account, invoice) : attachCard(account, customer, result.card) }
  }

  app.get<{ Params: { token: string } }>('/i/:token', (request, reply) => {
    const invoice = invoiceOf(request.params.token)
    return invoice ? show(reply, invoice) : notFound(reply)
  })

  app.post<{ Params: { token: string }; Body: Form | null }>('/i/:token', (request, reply) => {
    const invoice = invoiceOf(request.params.token)
    if (!invoice) return notFound(reply)
    const form = request.body ?? {}
    if (invoice.status === 'open') {
      const chosen = methodFor(invoice, form)
      if ('errors' in chosen) return show(reply, invoice, form, chosen.errors)
      if ('refused' in chosen) return show(reply, invoice, form, {}, chosen.refused)
      const refusal = payInvoice(account, invoice, { card: chosen.method })
      if (refusal) return show(reply, invoice, form, {}, refusal.mensagem)
    }
    return reply.redirect(`/i/${request.params.token}`, 303)
  })

  app.get<{ Params: { token: string } }>('/i/:token/pdf', async (request, reply) => {
    const invoice = invoiceOf(request.params.token)
    if (!invoice) return notFound(reply)
    return reply
      .headers({
        'content-disposition': `attachment; filename="fatura-${invoice.number ?? ''}.pdf"`,
        'cache-control': 'no-store',
      })
      .type('application/pdf')
      .send(await invoicePdf(invoice))
  })
}
