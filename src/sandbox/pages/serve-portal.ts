import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Account } from '../account/account.ts'
import { readCard } from '../billing/card-form.ts'
import { cancelFromPortal, confirmChange, planChange, renewFromPortal } from '../billing/change-from-portal.ts'
import { replaceCard } from '../billing/replace-card.ts'
import { cancelPage, cardPage, choosePricePage, confirmPricePage, portalHome } from './portal-pages.ts'
import { entryOf, priceName, type Visit, viewOf, visitOf } from './portal-visit.ts'
import { sendNotice, sendPage } from './send-page.ts'

type Params = { token: string; price?: string }
type Request = FastifyRequest<{ Params: Params; Body: Record<string, unknown> | null }>
type Handler = (visit: Visit, request: Request, reply: FastifyReply) => unknown

const returnOf = ({ session }: Visit) => session.flow?.after_completion.redirect?.return_url
const expired = 'Este endereço do portal venceu. Volte e abra o portal de novo.'

const finish = (reply: FastifyReply, visit: Visit) => {
  const after = visit.session.flow?.after_completion
  if (after?.type === 'redirect' && after.redirect) return reply.redirect(after.redirect.return_url, 303)
  if (after?.type === 'hosted_confirmation')
    return sendNotice(reply, 'Pronto', after.hosted_confirmation?.custom_message ?? 'A mudança foi feita.', 200, [
      'Voltar',
      visit.session.return_url,
    ])
  return reply.redirect(`${visit.base}/home`, 303)
}

export const servePortal = (app: FastifyInstance, account: Account): void => {
  const withVisit = (handler: Handler) => (request: Request, reply: FastifyReply) => {
    const visit = visitOf(account, request.params.token)
    return visit ? handler(visit, request, reply) : sendNotice(reply, 'Página vencida', expired, 410)
  }
  const get = (path: string, handler: Handler) =>
    app.get<{ Params: Params }>(`/p/session/:token${path}`, withVisit(handler) as never)
  const post = (path: string, handler: Handler) =>
    app.post<{ Params: Params }>(`/p/session/:token${path}`, withVisit(handler) as never)
  const show = (reply: FastifyReply, visit: Visit, title: string, main: ReturnType<typeof portalHome>, status = 200) =>
    sendPage(reply, { title, main, status, leadsTo: [returnOf(visit)] })
  const home = (reply: FastifyReply, visit: Visit) => reply.redirect(`${visit.base}/home`, 303)

  get('', (visit, _request, reply) => reply.redirect(entryOf(visit) ?? `${visit.base}/home`, 303))
  get('/home', (visit, _request, reply) => show(reply, visit, 'Sua assinatura', portalHome(viewOf(account, visit))))

  get('/cancel', (visit, _request, reply) => {
    const { base, subscription, features } = visit
    if (!subscription || subscription.cancel_at !== null || !features.subscription_cancel.enabled)
      return home(reply, visit)
    const atPeriodEnd = features.subscription_cancel.mode === 'at_period_end'
    return show(reply, visit, 'Cancelar assinatura', cancelPage(base, subscription, atPeriodEnd))
  })
  post('/cancel', (visit, _request, reply) => {
    const { subscription, features } = visit
    if (!subscription || !features.subscription_cancel.enabled) return home(reply, visit)
    if (subscription.cancel_at === null) cancelFromPortal(account, subscription, features)
    return finish(reply, visit)
  })
  post('/renew', (visit, _request, reply) => {
    if (visit.subscription) renewFromPortal(account, visit.subscription)
    return home(reply, visit)
  })

  get('/update', (visit, _request, reply) => {
    const { subscription, features, offered, base } = visit
    if (!subscription || !features.subscription_update.enabled) return home(reply, visit)
    const options = offered
      .flatMap(id => account.state.prices[id] ?? [])
      .map(price => ({
        price,
        name: priceName(account, price),
        isCurrent: subscription.items.data.some(item => item.price.id === price.id),
      }))
    return show(reply, visit, 'Mudar de plano', choosePricePage(base, options))
  })

  const confirmation = (visit: Visit, request: Request, reply: FastifyReply, alert?: string) => {
    const { subscription, base } = visit
    const planned = subscription && planChange(account, subscription, visit, request.params.price ?? '')
    if (!planned) return home(reply, visit)
    const name = priceName(account, planned.price)
    return show(
      reply,
      visit,
      'Confirmar mudança',
      confirmPricePage({ base, name, ...planned, alert }),
      alert ? 402 : 200,
    )
  }
  get('/update/:price', (visit, request, reply) => confirmation(visit, request, reply))
  post('/update/:price', (visit, request, reply) => {
    const { subscription, features } = visit
    const planned = subscription && planChange(account, subscription, visit, request.params.price ?? '')
    if (!subscription || !planned) return finish(reply, visit)
    const refusal = confirmChange(account, subscription, features, planned)
    return refusal ? confirmation(visit, request, reply, refusal.mensagem) : finish(reply, visit)
  })

  get('/payment-method', (visit, _request, reply) =>
    visit.features.payment_method_update.enabled
      ? show(reply, visit, 'Trocar cartão', cardPage(visit.base, {}, {}, undefined))
      : home(reply, visit),
  )
  post('/payment-method', (visit, request, reply) => {
    const typed = request.body ?? {}
    const result = readCard(typed, new Date(account.wallTime() * 1000))
    if ('errors' in result)
      return show(reply, visit, 'Trocar cartão', cardPage(visit.base, typed, result.errors, undefined), 402)
    const refusal = replaceCard(account, visit.customer, result.card)
    if (refusal) return show(reply, visit, 'Trocar cartão', cardPage(visit.base, typed, {}, refusal.mensagem), 402)
    return finish(reply, visit)
  })
}
