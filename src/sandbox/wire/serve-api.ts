import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import Stripe from 'stripe'
import type { Account } from '../account/account.ts'
import { expansionsOf } from '../account/find.ts'
import { newId } from '../account/ids.ts'
import { takeFault } from '../webhooks/chaos.ts'
import { ApiError, invalidRequest, unknownUrl } from './api-error.ts'
import { expand } from './expand.ts'
import { forgetOldAnswers, recall, requestHash } from './idempotency.ts'
import { checkHeaders } from './request-check.ts'
import type { Prepared, Route } from './route.ts'

interface Answer {
  status: number
  body: string
}

const json = (status: number, body: object): Answer => ({ status, body: JSON.stringify(body, null, 2) })

const refusal = (error: unknown, account: Account, requestId: string): Answer => {
  if (error instanceof ApiError)
    return json(error.status, { error: { ...error.details, request_log_url: `${account.url}/` } })
  account.log(`Erro do ambiente de pagamentos (${requestId}): ${error instanceof Error ? error.stack : String(error)}`)
  return json(500, { error: { type: 'api_error', message: 'The payments sandbox has failed; see its log.' } })
}

const formOf = (request: FastifyRequest): unknown => {
  const body = (request.body ?? {}) as Record<string, unknown>
  return request.method === 'POST' ? body : { ...(request.query as object), ...body }
}

const runOnce = (account: Account, prepared: Prepared, requestId: string, key: string | null): Answer => {
  account.request = { id: requestId, idempotencyKey: key }
  try {
    const answer = prepared.run()
    account.changed()
    return json(200, expand(answer, prepared.expand, expansionsOf(account)))
  } catch (error) {
    return refusal(error, account, requestId)
  } finally {
    account.request = null
  }
}

/** The API under /v1: strict about what comes in, so that what passes here has a chance on Stripe. */
export const serveApi = (app: FastifyInstance, account: Account, routes: readonly Route[]): void => {
  const running = new Map<string, string>()

  const send = (reply: FastifyReply, requestId: string, { status, body }: Answer) =>
    reply
      .code(status)
      .headers({ 'request-id': requestId, 'stripe-version': Stripe.API_VERSION, 'cache-control': 'no-store' })
      .type('application/json; charset=utf-8')
      .send(body)

  const answerKeyed = async (
    prepare: () => Prepared,
    request: FastifyRequest,
    reply: FastifyReply,
    requestId: string,
  ) => {
    const { state } = account
    const key = String(request.headers['idempotency-key'] ?? '')
    if (key === '' || request.method !== 'POST') {
      const prepared = prepare()
      await sleep(state.chaos.api_delay_ms)
      return runOnce(account, prepared, requestId, null)
    }
    if (key.length > 255) throw invalidRequest('The idempotency key is longer than 255 characters.')
    reply.header('idempotency-key', key)
    const hash = requestHash(request.method, request.url, request.body)
    forgetOldAnswers(state.idempotency, account.wallTime())
    const before = recall(state.idempotency, running, key, hash)
    if (before) {
      reply.header('idempotent-replayed', 'true')
      return before
    }
    const prepared = prepare()
    running.set(key, hash)
    try {
      await sleep(state.chaos.api_delay_ms)
      const answer = runOnce(account, prepared, requestId, key)
      state.idempotency[key] = { ...answer, request: hash, at: account.wallTime() }
      account.changed()
      return answer
    } finally {
      running.delete(key)
    }
  }

  const answer = (route: Route) => async (request: FastifyRequest, reply: FastifyReply) => {
    const requestId = newId('req', 14)
    const { chaos } = account.state
    try {
      checkHeaders(request.headers)
      if (takeFault(chaos, 'api_500'))
        return send(reply, requestId, json(500, { error: { type: 'api_error', message: 'Falha pedida no painel.' } }))
      if (takeFault(chaos, 'api_garbage'))
        return send(reply, requestId, { status: 200, body: '<html>não é JSON</html>' })
      const id = (request.params as { id?: string }).id ?? ''
      const prepare = () => route.prepare(account, id, formOf(request))
      return send(reply, requestId, await answerKeyed(prepare, request, reply, requestId))
    } catch (error) {
      return send(reply, requestId, refusal(error, account, requestId))
    }
  }

  for (const route of routes) app.route({ method: route.method, url: route.path, handler: answer(route) })
  app.all('/v1/*', (request, reply) => {
    const requestId = newId('req', 14)
    try {
      checkHeaders(request.headers)
      throw unknownUrl(request.method, request.url.split('?')[0] ?? '')
    } catch (error) {
      return send(reply, requestId, refusal(error, account, requestId))
    }
  })
}
