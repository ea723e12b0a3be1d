import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Account } from '../account/account.ts'
import { parseCard } from '../billing/card-form.ts'
import {
  applyPlanChange,
  cancelFromPortal,
  previewPlanChange,
  undoCancelFromPortal,
} from '../billing/change-from-portal.ts'
import { replaceCard } from '../billing/replace-card.ts'
import { cancelPage, cardPage, choosePricePage, confirmPricePage, portalHome } from './portal-pages.ts'
import { flowStartPath, type PortalContext, priceName, resumePortalSession, toPortalView } from './portal-session.ts'
import { sendNotice, sendPage } from './send-page.ts'

type Params = { token: string; price?: string }
type Request = FastifyRequest<{ Params: Params; Body: Record<string, unknown> | null }>
type Handler = (context: PortalContext, request: Request, reply: FastifyReply) => unknown

const flowReturnUrl = ({ session }: PortalContext) => session.flow?.after_completion.redirect?.return_url
const expired = 'Este link expirou. Volte ao seu perfil e use “Cartão e cobrança”.'

const finish = (reply: FastifyReply, context: PortalContext) => {
  const after = context.session.flow?.after_completion
  if (after?.type === 'redirect' && after.redirect) return reply.redirect(after.redirect.return_url, 303)
  if (after?.type === 'hosted_confirmation')
    return sendNotice(reply, 'Pronto', after.hosted_confirmation?.custom_message ?? 'A mudança foi feita.', 200, [
      'Voltar',
      context.session.return_url,
    ])
  return reply.redirect(`${context.base}/home`, 303)
}

export const servePortal = (app: FastifyInstance, account: Account): void => {
  const withContext = (handler: Handler) => (request: Request, reply: FastifyReply) => {
    const context = resumePortalSession(account, request.params.token)
    return context ? handler(context, request, reply) : sendNotice(reply, 'Link expirado', expired, 410)
  }
  const get = (path: string, handler: Handler) =>
    app.get<{ Params: Params }>(`/p/session/:token${path}`, withContext(handler) as never)
  const post = (path: string, handler: Handler) =>
    app.post<{ Params: Params }>(`/p/session/:token${path}`, withContext(handler) as never)
  const show = (
    reply: FastifyReply,
    context: PortalContext,
    title: string,
    main: ReturnType<typeof portalHome>,
    status = 200,
  ) => sendPage(reply, { title, main, status, formActionUrls: [flowReturnUrl(context)] })
  const redirectHome = (reply: FastifyReply, context: PortalContext) => reply.redirect(`${context.base}/home`, 303)

  get('', (context, _request, reply) => reply.redirect(flowStartPath(context) ?? `${context.base}/home`, 303))
  get('/home', (context, _request, reply) =>
    show(reply, context, 'Sua assinatura', portalHome(toPortalView(account, context))),
  )

  get('/cancel', (context, _request, reply) => {
    const { base, subscription, features } = context
    if (!subscription || subscription.cancel_at !== null || !features.subscription_cancel.enabled)
      return redirectHome(reply, context)
    const atPeriodEnd = features.subscription_cancel.mode === 'at_period_end'
    return show(reply, context, 'Cancelar assinatura', cancelPage(base, subscription, atPeriodEnd))
  })
  post('/cancel', (context, _request, reply) => {
    const { subscription, features } = context
    if (!subscription || !features.subscription_cancel.enabled) return redirectHome(reply, context)
    if (subscription.cancel_at === null) cancelFromPortal(account, subscription, features)
    return finish(reply, context)
  })
  post('/renew', (context, _request, reply) => {
    if (context.subscription) undoCancelFromPortal(account, context.subscription)
    return redirectHome(reply, context)
  })

  get('/update', (context, _request, reply) => {
    const { subscription, features, offered, base } = context
    if (!subscription || !features.subscription_update.enabled) return redirectHome(reply, context)
    const options = offered
      .flatMap(id => account.state.prices[id] ?? [])
      .map(price => ({
        price,
        name: priceName(account, price),
        isCurrent: subscription.items.data.some(item => item.price.id === price.id),
      }))
    return show(reply, context, 'Mudar de plano', choosePricePage(base, options))
  })

  const showConfirmation = (context: PortalContext, request: Request, reply: FastifyReply, alert?: string) => {
    const { subscription, base } = context
    const preview = subscription && previewPlanChange(account, subscription, context, request.params.price ?? '')
    if (!preview) return redirectHome(reply, context)
    const name = priceName(account, preview.price)
    return show(
      reply,
      context,
      'Confirmar mudança',
      confirmPricePage({ base, name, ...preview, alert }),
      alert ? 402 : 200,
    )
  }
  get('/update/:price', (context, request, reply) => showConfirmation(context, request, reply))
  post('/update/:price', (context, request, reply) => {
    const { subscription, features } = context
    const preview = subscription && previewPlanChange(account, subscription, context, request.params.price ?? '')
    if (!subscription || !preview) return finish(reply, context)
    const decline = applyPlanChange(account, subscription, features, preview)
    return decline ? showConfirmation(context, request, reply, decline.messagePt) : finish(reply, context)
  })

  get('/payment-method', (context, _request, reply) =>
    context.features.payment_method_update.enabled
      ? show(reply, context, 'Trocar cartão', cardPage(context.base, {}, {}, undefined))
      : redirectHome(reply, context),
  )
  post('/payment-method', (context, request, reply) => {
    const typed = request.body ?? {}
    const result = parseCard(typed, new Date(account.wallTime() * 1000))
    if ('errors' in result)
      return show(reply, context, 'Trocar cartão', cardPage(context.base, typed, result.errors, undefined), 402)
    const decline = replaceCard(account, context.customer, result.card)
    if (decline) return show(reply, context, 'Trocar cartão', cardPage(context.base, typed, {}, decline.messagePt), 402)
    return finish(reply, context)
  })
}
