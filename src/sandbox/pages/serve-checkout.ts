import type { FastifyInstance, FastifyReply } from 'fastify'
import type Stripe from 'stripe'
import type { Account } from '../account/account.ts'
import { idOf } from '../account/state.ts'
import { parseBuyer } from '../billing/buyer-form.ts'
import { type CardFields, parseCard } from '../billing/card-form.ts'
import { expireOldCheckouts } from '../billing/expire-checkout.ts'
import { authenticateCheckout, findCompletionEvent, payCheckout } from '../billing/pay-checkout.ts'
import { startDelayedCheckout } from '../billing/start-delayed-checkout.ts'
import { intentOf, isDelayed, isWaiting } from '../billing/waiting-payment.ts'
import type { WebhookSender } from '../webhooks/webhook-sender.ts'
import { authenticationPage, checkoutPage, pixPage } from './checkout-page.ts'
import { type BuyerView, waitingNotice } from './delayed-forms.ts'
import { formatMoney } from './format.ts'
import { sendNotice, sendPage } from './send-page.ts'

type Form = Record<string, unknown>
const maxWebhookWaitMs = 10_000
const declinedByBank = 'O banco não confirmou o pagamento. Tente novamente ou use outro cartão.'

export const serveCheckout = (app: FastifyInstance, account: Account, webhookSender: WebhookSender): void => {
  const { state } = account
  const findOpenableSession = (id: string) => {
    expireOldCheckouts(account)
    return Object.hasOwn(state.checkoutSessions, id) ? state.checkoutSessions[id] : undefined
  }

  /** Like Stripe, redirects once the completion webhook was delivered, after ten seconds at the latest. */
  const redirectToSuccess = async (reply: FastifyReply, session: Stripe.Checkout.Session) => {
    const completion = findCompletionEvent(account, session.id)
    if (completion) await webhookSender.waitForFirstAttempt(completion.id, maxWebhookWaitMs)
    return reply.redirect((session.success_url ?? '/').replaceAll('{CHECKOUT_SESSION_ID}', session.id), 303)
  }

  const sendClosedNotice = (reply: FastifyReply, session: Stripe.Checkout.Session | undefined) => {
    if (!session) return sendNotice(reply, 'Página não encontrada', 'Este link de pagamento não existe.', 404)
    if (session.status === 'complete')
      return sendNotice(reply, 'Pagamento concluído', 'Esta assinatura já foi paga.', 200, [
        'Continuar',
        session.success_url,
      ])
    return sendNotice(
      reply,
      'Link expirado',
      'Este link de pagamento expirou. Volte e escolha o plano novamente.',
      410,
      ['Voltar', session.cancel_url],
    )
  }

  const show = (
    reply: FastifyReply,
    session: Stripe.Checkout.Session,
    typed: Form = {},
    errors: CardFields = {},
    alert?: string,
    buyer?: BuyerView,
  ) =>
    sendPage(reply, {
      title: 'Pagamento',
      status: alert === undefined && buyer === undefined && Object.keys(errors).length === 0 ? 200 : 402,
      formActionUrls: [session.success_url],
      wide: true,
      main: checkoutPage({
        session,
        lineItems: state.lineItems[session.id] ?? [],
        email: state.customers[idOf(session.customer)]?.email ?? session.customer_email,
        typed,
        errors,
        alert,
        buyer,
      }),
    })

  app.get<{ Params: { id: string }; Querystring: { recusado?: string } }>('/c/pay/:id', (request, reply) => {
    const session = findOpenableSession(request.params.id)
    if (session?.status !== 'open') return sendClosedNotice(reply, session)
    return show(reply, session, {}, {}, request.query.recusado === undefined ? undefined : declinedByBank)
  })

  app.post<{ Params: { id: string }; Body: Form | null }>('/c/pay/:id', (request, reply) => {
    const session = findOpenableSession(request.params.id)
    if (session?.status === 'complete') return redirectToSuccess(reply, session)
    if (session?.status !== 'open') return sendClosedNotice(reply, session)
    const typed = request.body ?? {}
    const { method } = typed
    if (typeof method === 'string' && isDelayed(method) && session.payment_method_types.includes(method)) {
      const parsed = parseBuyer(typed)
      if ('errors' in parsed) return show(reply, session, {}, {}, undefined, { method, typed, errors: parsed.errors })
      startDelayedCheckout(account, session, method, parsed.buyer)
      return method === 'pix' ? reply.redirect(`/c/pay/${session.id}/pix`, 303) : redirectToSuccess(reply, session)
    }
    const result = parseCard(typed, new Date(account.wallTime() * 1000))
    if ('errors' in result) return show(reply, session, typed, result.errors)
    const outcome = payCheckout(account, session, result.card)
    if ('declined' in outcome) return show(reply, session, typed, {}, outcome.declined.messagePt)
    if ('authenticate' in outcome) return reply.redirect(`/c/pay/${session.id}/3ds`, 303)
    return redirectToSuccess(reply, session)
  })

  app.get<{ Params: { id: string } }>('/c/pay/:id/pix', (request, reply) => {
    const session = findOpenableSession(request.params.id)
    if (session?.status === 'complete') return redirectToSuccess(reply, session)
    if (session?.status !== 'open') return sendClosedNotice(reply, session)
    const subscription = state.subscriptions[state.checkouts[session.id]?.subscription ?? '']
    const intent = intentOf(account, idOf(subscription?.latest_invoice))
    if (!intent || !isWaiting(intent)) return reply.redirect(`/c/pay/${session.id}`, 303)
    return sendPage(reply, {
      title: 'Pagar com Pix',
      formActionUrls: [session.success_url],
      main: pixPage(waitingNotice(account, intent), session.success_url),
    })
  })

  app.get<{ Params: { id: string } }>('/c/pay/:id/3ds', (request, reply) => {
    const session = findOpenableSession(request.params.id)
    if (session?.status !== 'open') return sendClosedNotice(reply, session)
    return sendPage(reply, {
      title: 'Confirmação do banco',
      formActionUrls: [session.success_url],
      main: authenticationPage(formatMoney(session.amount_total ?? 0, session.currency ?? 'brl')),
    })
  })

  app.post<{ Params: { id: string }; Body: Form | null }>('/c/pay/:id/3ds', (request, reply) => {
    const session = findOpenableSession(request.params.id)
    if (session?.status === 'complete') return redirectToSuccess(reply, session)
    if (session?.status !== 'open') return sendClosedNotice(reply, session)
    const isApproved = request.body?.answer === 'approve' && authenticateCheckout(account, session) !== undefined
    return isApproved ? redirectToSuccess(reply, session) : reply.redirect(`/c/pay/${session.id}?recusado=`, 303)
  })
}
