import type { FastifyInstance, FastifyReply } from 'fastify'
import type Stripe from 'stripe'
import type { Account } from '../account/account.ts'
import { idForLink } from '../account/find.ts'
import { idOf } from '../account/state.ts'
import { attachCard } from '../billing/attach-card.ts'
import { type CardFields, parseCard } from '../billing/card-form.ts'
import { attachDeclineOf } from '../billing/charge.ts'
import { cardForInvoice, payInvoice } from '../billing/pay-invoice.ts'
import { replaceCard } from '../billing/replace-card.ts'
import { intentOf, isWaiting } from '../billing/waiting-payment.ts'
import { waitingNotice } from './delayed-forms.ts'
import { invoicePage } from './invoice-page.ts'
import { invoicePdf } from './invoice-pdf.ts'
import { sendNotice, sendPage } from './send-page.ts'

type Form = Record<string, unknown>

export const serveInvoices = (app: FastifyInstance, account: Account): void => {
  const { state } = account
  const invoiceOf = (token: string): Stripe.Invoice | undefined => state.invoices[idForLink(account, token)]
  const savedCardOf = (invoice: Stripe.Invoice): Stripe.PaymentMethod | undefined => {
    const method = state.paymentMethods[cardForInvoice(account, invoice)]
    return method?.type === 'card' ? method : undefined
  }
  const notFound = (reply: FastifyReply) =>
    sendNotice(reply, 'Fatura não encontrada', 'Este link de fatura não existe.', 404)

  const show = (
    reply: FastifyReply,
    invoice: Stripe.Invoice,
    typed: Form = {},
    errors: CardFields = {},
    alert?: string,
  ) => {
    const intent = intentOf(account, invoice.id)
    return sendPage(reply, {
      title: `Fatura ${invoice.number ?? ''}`,
      status: alert === undefined && Object.keys(errors).length === 0 ? 200 : 402,
      main: invoicePage({
        invoice,
        card: savedCardOf(invoice),
        typed,
        errors,
        alert,
        waiting: intent && isWaiting(intent) ? waitingNotice(account, intent) : undefined,
      }),
    })
  }

  /** Returns the payment method to charge, or the errors of the typed card. */
  const choosePaymentMethod = (
    invoice: Stripe.Invoice,
    form: Form,
  ): { method: string } | { errors: CardFields } | { declined: string } => {
    if (form.saved) return { method: cardForInvoice(account, invoice) }
    const result = parseCard(form, new Date(account.wallTime() * 1000))
    if ('errors' in result) return result
    const customer = state.customers[idOf(invoice.customer)]
    if (!customer) return { declined: 'O cliente desta fatura não existe mais.' }
    const decline = form.keep ? replaceCard(account, customer, result.card) : attachDeclineOf(result.card.behavior)
    if (decline) return { declined: decline.messagePt }
    return { method: form.keep ? cardForInvoice(account, invoice) : attachCard(account, customer, result.card) }
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
      const chosen = choosePaymentMethod(invoice, form)
      if ('errors' in chosen) return show(reply, invoice, form, chosen.errors)
      if ('declined' in chosen) return show(reply, invoice, form, {}, chosen.declined)
      const decline = payInvoice(account, invoice, { card: chosen.method })
      if (decline) return show(reply, invoice, form, {}, decline.messagePt)
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
