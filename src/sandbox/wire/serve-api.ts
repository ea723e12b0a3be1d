import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import Stripe from 'stripe'
import type { Account } from '../account/account.ts'
import { expansionsOf } from '../account/find.ts'
import { newId } from '../account/ids.ts'
import { consumeFault } from '../webhooks/chaos.ts'
import { ApiError, invalidRequest, unknownUrl } from './api-error.ts'
import { assertHeaders } from './assert-headers.ts'
import { expand } from './expand.ts'
import { findStoredResponse, pruneStoredResponses, requestHash } from './idempotency.ts'
import type { Ids, PreparedCall, Route } from './route.ts'

interface ApiResponse {
  status: number
  body: string
}

const json = (status: number, body: object): ApiResponse => ({ status, body: JSON.stringify(body, null, 2) })

const toErrorResponse = (error: unknown, account: Account, requestId: string): ApiResponse => {
  if (error instanceof ApiError)
    return json(error.status, { error: { ...error.details, request_log_url: `${account.url}/` } })
  account.log(
    `Erro do ambiente de teste de pagamentos (${requestId}): ${error instanceof Error ? error.stack : String(error)}`,
  )
  return json(500, { error: { type: 'api_error', message: 'The payments sandbox has failed; see its log.' } })
}

const paramsOf = (request: FastifyRequest): unknown => {
  const body = (request.body ?? {}) as Record<string, unknown>
  return request.method === 'POST' ? body : { ...(request.query as object), ...body }
}

const runCall = (account: Account, prepared: PreparedCall, requestId: string, key: string | null): ApiResponse => {
  account.request = { id: requestId, idempotencyKey: key }
  try {
    const response = prepared.run()
    account.scheduleSave()
    return json(200, expand(response, prepared.expand, expansionsOf(account)))
  } catch (error) {
    return toErrorResponse(error, account, requestId)
  } finally {
    account.request = null
  }
}

/** A timer takes a millisecond, also for none. */
const delay = async (ms: number): Promise<void> => {
  if (ms > 0) await sleep(ms)
}

/** Serves the API under /v1. Rejects every parameter that Stripe would reject. */
export const serveApi = (app: FastifyInstance, account: Account, routes: readonly Route[]): void => {
  const running = new Map<string, string>()

  const send = (reply: FastifyReply, requestId: string, { status, body }: ApiResponse) =>
    reply
      .code(status)
      .headers({ 'request-id': requestId, 'stripe-version': Stripe.API_VERSION, 'cache-control': 'no-store' })
      .type('application/json; charset=utf-8')
      .send(body)

  const runWithKey = async (
    prepare: () => PreparedCall,
    request: FastifyRequest,
    reply: FastifyReply,
    requestId: string,
  ) => {
    const { state } = account
    const key = String(request.headers['idempotency-key'] ?? '')
    if (key === '' || request.method !== 'POST') {
      const prepared = prepare()
      await delay(state.chaos.api_delay_ms)
      return runCall(account, prepared, requestId, null)
    }
    if (key.length > 255) throw invalidRequest('The idempotency key is longer than 255 characters.')
    reply.header('idempotency-key', key)
    const hash = requestHash(request.method, request.url, request.body)
    pruneStoredResponses(state.idempotency, account.wallTime())
    const stored = findStoredResponse(state.idempotency, running, key, hash)
    if (stored) {
      reply.header('idempotent-replayed', 'true')
      return stored
    }
    const prepared = prepare()
    running.set(key, hash)
    try {
      await delay(state.chaos.api_delay_ms)
      const response = runCall(account, prepared, requestId, key)
      state.idempotency[key] = { ...response, request: hash, at: account.wallTime() }
      account.scheduleSave()
      return response
    } finally {
      running.delete(key)
    }
  }

  const createHandler = (route: Route) => async (request: FastifyRequest, reply: FastifyReply) => {
    const requestId = newId('req', 14)
    const { chaos } = account.state
    try {
      assertHeaders(request.headers)
      if (consumeFault(chaos, 'api_500'))
        return send(reply, requestId, json(500, { error: { type: 'api_error', message: 'Falha simulada no painel.' } }))
      if (consumeFault(chaos, 'api_garbage'))
        return send(reply, requestId, { status: 200, body: '<html>não é JSON</html>' })
      const { id = '', child = '' } = request.params as Partial<Ids>
      const prepare = () => route.prepare(account, { id, child }, paramsOf(request))
      return send(reply, requestId, await runWithKey(prepare, request, reply, requestId))
    } catch (error) {
      return send(reply, requestId, toErrorResponse(error, account, requestId))
    }
  }

  for (const route of routes) app.route({ method: route.method, url: route.path, handler: createHandler(route) })
  app.all('/v1/*', (request, reply) => {
    const requestId = newId('req', 14)
    try {
      assertHeaders(request.headers)
      throw unknownUrl(request.method, request.url.split('?')[0] ?? '')
    } catch (error) {
      return send(reply, requestId, toErrorResponse(error, account, requestId))
    }
  })
}
