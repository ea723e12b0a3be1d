import type { FastifyInstance, FastifyReply, FastifyRequest, RouteShorthandOptions } from 'fastify'
import type { Access, AnswerOf, Endpoint, RequestOf } from '#contract/endpoint.ts'
import { z } from '#contract/zod.ts'
import { AppError } from '../errors.ts'
import { fieldMessages } from './error-response.ts'
import { withinTime } from './within-time.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: Access
    raw?: boolean
  }
}

/** What a handler works with: the request as the contract describes it, and who sent it. */
export type Call<E extends Endpoint, Caller, Services> = RequestOf<E> &
  Services & {
    /** Signed in and let through, unless the endpoint is public. */
    caller: E['access'] extends 'public' ? undefined : Caller
    request: FastifyRequest
    reply: FastifyReply
  }

type Answer<E extends Endpoint> = E extends { file: string } ? FastifyReply : AnswerOf<E> | FastifyReply

/** A handler for every endpoint of a group of the contract. */
export type Routes<Group extends Record<string, Endpoint>, Caller, Services> = {
  [Name in keyof Group]: (
    call: Call<Group[Name], Caller, Services>,
  ) => Promise<Answer<Group[Name]>> | Answer<Group[Name]>
}

/** Lets a request through and says who sent it, or throws the refusal. */
export type Admit<Caller> = (access: Exclude<Access, 'public'>, request: FastifyRequest) => Promise<Caller>

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

/**
 * How long a handler may work. The provider is given two tries of five seconds, or twenty to tell of many customers; a silent
 * connection ends after thirty. Fastify's own `handlerTimeout` is of no use: it forgets its clock once a body has been read.
 */
const slowest = {
  ours: { ms: 15_000, late: () => new AppError('unavailable') },
  provider: { ms: 25_000, late: () => new AppError('payments_unavailable') },
}

/** Hangs every endpoint of a group into the server: access first, then validation, then the handler. */
export const mount = <Group extends Record<string, Endpoint>, Caller, Services extends object>(
  app: FastifyInstance,
  group: Group,
  routes: Routes<Group, Caller, Services>,
  services: Services,
  admit: Admit<Caller>,
): void => {
  for (const [name, endpoint] of Object.entries(group)) {
    const { access, answer, status } = endpoint
    const handler = routes[name as keyof Group] as (call: unknown) => unknown
    const work = async (call: unknown) => handler(call)
    const { ms, late } = endpoint.asksProvider ? slowest.provider : slowest.ours
    const callers = new WeakMap<FastifyRequest, Caller>()
    const options: RouteShorthandOptions = {
      config: { access, raw: endpoint.raw === true },
      bodyLimit: endpoint.bodyLimit ?? 64 * 1024,
      schema: answer ? { response: { '2xx': responseSchema(answer) } } : {},
    }
    // Before the body is read: who may not call does not get to send ten megabytes.
    if (access !== 'public') {
      options.onRequest = async request => {
        callers.set(request, await admit(access, request))
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
        if (endpoint.body) call.body = parse(endpoint.body, request.body)
        reply.code(status)
        const result = await withinTime(work(call), ms, late)
        return status === 204 ? reply.send() : result
      },
    })
  }
}
