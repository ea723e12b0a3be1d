import type { FastifyInstance, FastifyReply, FastifyRequest, RouteShorthandOptions } from 'fastify'
import type { Access, Endpoint, ParsedRequest, ResponseOf } from '#contract/endpoint.ts'
import { z } from '#contract/zod.ts'
import { isDatabaseAway } from '../db/client.ts'
import { AppError } from '../errors.ts'
import { fieldMessages } from './field-messages.ts'
import { type Lanes, openLanes, type Turn } from './lanes.ts'
import { BodyReader } from './read-body.ts'
import { strictJson } from './strict-json.ts'
import { withinTime } from './within-time.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: Access
    raw?: boolean
  }
}

/** What a handler works with: the request as the contract describes it, and who sent it. */
export type Call<E extends Endpoint, Caller, Services> = ParsedRequest<E> &
  Services & {
    /** Signed in and let through, unless the endpoint is public. */
    caller: E['access'] extends 'public' ? undefined : Caller
    request: FastifyRequest
    reply: FastifyReply
  }

type Answer<E extends Endpoint> = E extends { file: string } ? FastifyReply : ResponseOf<E> | FastifyReply

/** A handler for every endpoint of a group of the contract. */
export type Routes<Group extends Record<string, Endpoint>, Caller, Services> = {
  [Name in keyof Group]: (
    call: Call<Group[Name], Caller, Services>,
  ) => Promise<Answer<Group[Name]>> | Answer<Group[Name]>
}

/** Lets a request through and says who sent it, or throws the refusal. */
export type Authorize<Caller> = (access: Exclude<Access, 'public'>, request: FastifyRequest) => Promise<Caller>

const parse = (schema: z.ZodMiniType, value: unknown): unknown => {
  const parsed = z.safeParse(schema, value)
  if (parsed.success) return parsed.data
  throw new AppError('validation_failed', { fields: fieldMessages(parsed.error.issues) })
}

/** Answers go out through a serializer compiled once from the contract; fields that it does not name never leave. */
const responseSchema = (schema: z.ZodMiniType): object => {
  const { $schema: _, ...jsonSchema } = z.toJSONSchema(schema, {
    override: ({ jsonSchema: node }) => {
      // The serializer must neither check nor convert text: what the stores return is already in its wire form.
      delete node.format
      delete node.pattern
    },
  })
  return jsonSchema
}

/** Bytes that are read where everything else is done, at no cost that others would notice. */
const ordinaryBody = 64 * 1024

/**
 * Bytes of a `restore` body that the request's own thread validates. Each lead of two bytes fails in ten fields: 15 kB of them
 * block the event loop for 140 ms.
 */
const maxBodyReadInPlace = 2048

/** How long finding out who sent a request may take. */
const authorizeTimeoutMs = 5000

/**
 * How long a handler may work. The provider is given two tries of five seconds, or twenty to tell of many customers; a silent
 * connection ends after thirty. Fastify's own `handlerTimeout` is of no use: it forgets its clock once a body has been read.
 */
const slowest = {
  ours: { ms: 15_000, late: () => new AppError('unavailable') },
  provider: { ms: 25_000, late: () => new AppError('payments_unavailable') },
}

/** What the mounted groups of one server share. */
export interface Shared {
  lanes: Lanes
  bodies: BodyReader
  parseJson: (body: Buffer) => unknown
}

export const share = (app: FastifyInstance): Shared => {
  const bodies = new BodyReader()
  app.addHook('onClose', () => bodies.close())
  return { lanes: openLanes(), bodies, parseJson: strictJson(app) }
}

/** What may have gone wrong only because the account was deleted since its owner was let in. */
const mayBeGone = (error: unknown): boolean =>
  error instanceof AppError
    ? ['not_found', 'wrong_password', 'no_subscription'].includes(error.code)
    : !isDatabaseAway(error)

/** Hangs every endpoint of a group into the server: access first, then the account's turn, validation, the handler. */
export const mount = <
  Group extends Record<string, Endpoint>,
  Caller extends { accountId: string },
  Services extends object,
>(
  app: FastifyInstance,
  group: Group,
  routes: Routes<Group, Caller, Services>,
  services: Services,
  authorize: Authorize<Caller>,
  { lanes, bodies, parseJson } = share(app),
): void => {
  const findCaller = (access: Exclude<Access, 'public'>, request: FastifyRequest) =>
    withinTime(authorize(access, request), authorizeTimeoutMs, () => new AppError('unavailable'))
  for (const [name, endpoint] of Object.entries(group)) {
    const { access, response, status } = endpoint
    const handler = routes[name as keyof Group] as (call: unknown) => unknown
    const isLarge = endpoint.weight === 'restore'
    const readBody = async (schema: z.ZodMiniType, body: unknown) => {
      if (!isLarge || !Buffer.isBuffer(body)) return parse(schema, body)
      return body.length > maxBodyReadInPlace ? bodies.read(endpoint, body) : parse(schema, parseJson(body))
    }
    const { ms, late } = endpoint.callsPaymentProvider ? slowest.provider : slowest.ours
    const callers = new WeakMap<FastifyRequest, Caller>()
    const turns = new WeakMap<FastifyRequest, Turn>()
    const options: RouteShorthandOptions = {
      config: { access, raw: endpoint.rawBody === true || isLarge },
      bodyLimit: endpoint.bodyLimit ?? ordinaryBody,
      schema: response ? { response: { '2xx': responseSchema(response) } } : {},
    }
    // Before the body is read: who may not call does not get to send ten megabytes.
    if (access !== 'public') {
      options.onRequest = async (request, reply) => {
        const caller = await findCaller(access, request)
        callers.set(request, caller)
        turns.set(request, await lanes.enter(endpoint, caller.accountId, reply))
      }
    }
    app.route({
      ...options,
      method: endpoint.method,
      url: endpoint.path,
      handler: async (request, reply) => {
        const call: Record<string, unknown> = { ...services, request, reply, caller: callers.get(request) }
        if (endpoint.params) call.params = parse(endpoint.params, request.params)
        if (endpoint.query) call.query = parse(endpoint.query, request.query)
        const work = async () => {
          if (endpoint.body) call.body = await readBody(endpoint.body, request.body)
          reply.code(status)
          return handler(call)
        }
        const turn = turns.get(request)
        await turn?.begin()
        const answering = work().finally(() => turn?.end())
        const result = await withinTime(answering, ms, late).catch(async error => {
          // Throws `session_expired` when there is nobody any more whom the failure could be about.
          if (access !== 'public' && mayBeGone(error)) await findCaller(access, request)
          throw error
        })
        return status === 204 ? reply.send() : result
      },
    })
  }
}
