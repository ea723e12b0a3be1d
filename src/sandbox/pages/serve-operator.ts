import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type Stripe from 'stripe'
import type { Account } from '../account/account.ts'
import { clockTime, defaultClockId } from '../account/clock.ts'
import { advanceClock } from '../billing/advance-clock.ts'
import { boundary, type Interval } from '../billing/calendar.ts'
import { closeDispute, disputeCharge, isDisputeClosed, refundCharge } from '../billing/refunds-and-disputes.ts'
import { failPayment, settlePayment } from '../billing/settle-payment.ts'
import { type Chaos, chaosPatch, noFaults } from '../webhooks/chaos.ts'
import type { WebhookSender } from '../webhooks/webhook-sender.ts'
import { ApiError } from '../wire/api-error.ts'
import { customerPage, operatorPage } from './operator-pages.ts'
import { sendNotice, sendPage } from './send-page.ts'

type Form = Record<string, unknown>

export interface Controls {
  webhookSender: WebhookSender
  reset: () => void
}

const asText = (form: Form): Form =>
  Object.fromEntries(Object.entries(form).map(([key, value]) => [key, String(value)]))

/** An HTML form omits unchecked boxes, so it replaces all faults. An API call changes only the faults it names. */
const nextChaos = (before: Chaos, form: Form): Chaos => {
  const { from, ...patch } = chaosPatch.parse(asText(form), '')
  return { ...(from === 'page' ? noFaults() : before), ...patch }
}

/** Serves the operator's pages and controls. */
export const serveOperator = (app: FastifyInstance, account: Account, { webhookSender, reset }: Controls): void => {
  const isForm = ({ headers }: FastifyRequest) => String(headers['content-type']).startsWith('application/x-www-form')
  const done = (request: FastifyRequest, reply: FastifyReply, body: object) =>
    isForm(request)
      ? reply.redirect(new URL(String(request.headers.referer ?? '/'), account.url).pathname, 303)
      : reply.send(body)

  app.get('/', (_request, reply) =>
    sendPage(reply, { title: 'Ambiente de teste de pagamentos', wide: true, main: operatorPage(account) }),
  )

  app.get<{ Params: { id: string } }>('/customers/:id', (request, reply) => {
    const { id } = request.params
    const customer = Object.hasOwn(account.state.customers, id) ? account.state.customers[id] : undefined
    if (!customer) return sendNotice(reply, 'Cliente não encontrado', 'Este cliente não existe ou foi excluído.', 404)
    return sendPage(reply, { title: 'Cliente', wide: true, main: customerPage(account, customer) })
  })

  app.get('/_sandbox/chaos', (_request, reply) => reply.send(account.state.chaos))
  app.post<{ Body: Form | null }>('/_sandbox/chaos', (request, reply) => {
    try {
      Object.assign(account.state.chaos, nextChaos(account.state.chaos, request.body ?? {}))
    } catch (error) {
      if (error instanceof ApiError) return reply.code(400).send({ error: error.details })
      throw error
    }
    account.scheduleSave()
    return done(request, reply, account.state.chaos)
  })

  app.post<{ Body: Form | null }>('/_sandbox/clock', (request, reply) => {
    const now = clockTime(account)
    const { by, to } = request.body ?? {}
    const interval = ['day', 'week', 'month'].find(known => known === by) as Interval | undefined
    const until = by === 'hour' ? now + 3600 : interval ? boundary(now, interval, 1, 1) : Number(to)
    if (!Number.isSafeInteger(until) || until <= now)
      return reply.code(400).send({ error: { message: 'O relógio só anda para a frente.' } })
    advanceClock(account, defaultClockId, until)
    return done(request, reply, { now: clockTime(account) })
  })

  const addChargeAction = (action: string, act: (charge: Stripe.Charge) => void) =>
    app.post<{ Params: { id: string } }>(`/_sandbox/charges/:id/${action}`, (request, reply) => {
      const charge = account.state.charges[request.params.id]
      if (charge && !charge.disputed && !charge.refunded) act(charge)
      return done(request, reply, { charge: request.params.id })
    })
  addChargeAction('refund', charge => refundCharge(account, charge, { amount: charge.amount - charge.amount_refunded }))
  addChargeAction('refund-half', charge =>
    refundCharge(account, charge, { amount: Math.ceil((charge.amount - charge.amount_refunded) / 2) }),
  )
  addChargeAction('dispute', charge => disputeCharge(account, charge))

  const addPaymentAction = (action: string, act: (account: Account, intent: Stripe.PaymentIntent) => void) =>
    app.post<{ Params: { id: string } }>(`/_sandbox/payment-intents/:id/${action}`, (request, reply) => {
      const intent = account.state.paymentIntents[request.params.id]
      if (intent) act(account, intent)
      return done(request, reply, { payment_intent: request.params.id })
    })
  addPaymentAction('pay', settlePayment)
  addPaymentAction('fail', failPayment)

  app.post<{ Params: { id: string; verdict: string } }>('/_sandbox/disputes/:id/:verdict', (request, reply) => {
    const { id, verdict } = request.params
    const dispute = account.state.disputes[id]
    if (dispute && !isDisputeClosed(dispute) && (verdict === 'won' || verdict === 'lost'))
      closeDispute(account, dispute, verdict)
    return done(request, reply, { dispute: id })
  })

  app.post<{ Params: { id: string } }>('/_sandbox/deliveries/:id/resend', (request, reply) => {
    webhookSender.resend(request.params.id)
    return done(request, reply, { resent: request.params.id })
  })

  app.post('/_sandbox/reset', (request, reply) => {
    reset()
    return done(request, reply, { reset: true })
  })
}
