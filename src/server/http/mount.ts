import type { FastifyInstance, FastifyReply, FastifyRequest, RouteShorthandOptions } from 'fastify'
import type { Access, Endpoint, ParsedRequest, ResponseOf } from '#contract/endpoint.ts'
import { z } from '#contract/zod.ts'
import { isDatabaseUnavailable } from '../db/client.ts'
import { AppError } from '../errors.ts'
import { BodyParser } from './bodies/body-parser.ts'
import { fieldMessages } from './bodies/field-messages.ts'
import { strictJson } from './bodies/strict-json.ts'
import { type Admission, type AdmissionControl, createAdmissionControl } from './limits/admission-control.ts'
import { withTimeout } from './limits/with-timeout.ts'
import { createSerializer } from './serializer.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: Access
    rawBody?: boolean
    bytes?: boolean
  }
  interface FastifyRequest {
    /**
     * What was decided before the body is read. A map of requests instead would keep them until a full collection: what it
     * holds leads back to its key.
     */
    admitted: { caller: unknown; authorizedAt: number; admission: Admission | undefined } | null
  }
}

/** Argument of a handler: the validated request, the services and the caller. */
export type HandlerContext<E extends Endpoint, Caller, Services> = ParsedRequest<E> &
  Services & {
    /** Authorized caller; `undefined` for public endpoints. */
    caller: E['access'] extends 'public' ? undefined : Caller
    request: FastifyRequest
    reply: FastifyReply
  }

type Answer<E extends Endpoint> = E extends { file: string } ? FastifyReply : ResponseOf<E> | FastifyReply

/** One handler per endpoint of a contract group. */
export type Handlers<Group extends Record<string, Endpoint>, Caller, Services> = {
  [Name in keyof Group]: (
    call: HandlerContext<Group[Name], Caller, Services>,
  ) => Promise<Answer<Group[Name]>> | Answer<Group[Name]>
}

/** Returns the caller, or throws the error of a denied request. */
export type Authorize<Caller> = (
  access: Exclude<Access, 'public'>,
  request: FastifyRequest,
  reply: FastifyReply,
) => Promise<Caller>

const validate = (schema: z.ZodMiniType, value: unknown): unknown => {
  const parsed = z.safeParse(schema, value)
  if (parsed.success) return parsed.data
  throw new AppError('validation_failed', { fields: fieldMessages(parsed.error.issues) })
}

/** Limit in bytes. Bodies up to this size are parsed on the main thread without noticeable delay. */
const defaultBodyLimit = 64 * 1024

/**
 * Limit in bytes for validation on the main thread: 15 kB of two-byte leads with ten invalid fields each block it for 140
 * ms.
 */
const maxInlineValidationBytes = 2048

const authorizeTimeoutMs = 5000

/** A client may hold back its body for half a minute. Then its caller is authorized again. */
const authorizationMaxAgeMs = 1000

/**
 * Stripe gets two attempts of 5 s, or 20 s to list customers; idle sockets end after 30 s. Fastify's `handlerTimeout` is
 * unusable: its timer stops once a body has been read.
 */
const handlerTimeouts = {
  ours: { timeoutMs: 15_000, createTimeoutError: () => new AppError('unavailable') },
  // Thousands of leads take seconds, on a busy machine many. Clients wait for 60 s.
  restore: { timeoutMs: 50_000, createTimeoutError: () => new AppError('unavailable') },
  provider: { timeoutMs: 25_000, createTimeoutError: () => new AppError('payments_unavailable') },
}

/** Shared by the endpoint groups of one server. */
export interface Shared {
  admission: AdmissionControl
  bodyParser: BodyParser
  parseJson: (body: Buffer) => unknown
}

export const createShared = (app: FastifyInstance): Shared => {
  const bodyParser = new BodyParser()
  app.addHook('onClose', () => bodyParser.close())
  return { admission: createAdmissionControl(), bodyParser, parseJson: strictJson(app) }
}

/** Errors that an account deletion after the authorization can cause. */
const mayBeDeleted = (error: unknown): boolean =>
  error instanceof AppError
    ? ['not_found', 'wrong_password', 'no_subscription'].includes(error.code)
    : !isDatabaseUnavailable(error)

/**
 * Registers every endpoint of a group. Order per request: authorization, admission, validation, handler; before the handler
 * another authorization if the first one is too old.
 */
export const mount = <
  Group extends Record<string, Endpoint>,
  Caller extends { accountId: string },
  Services extends object,
>(
  app: FastifyInstance,
  group: Group,
  handlers: Handlers<Group, Caller, Services>,
  services: Services,
  authorize: Authorize<Caller>,
  { admission, bodyParser, parseJson } = createShared(app),
): void => {
  if (!app.hasRequestDecorator('admitted')) app.decorateRequest('admitted', null)
  const findCaller: Authorize<Caller> = (access, request, reply) =>
    withTimeout(authorize(access, request, reply), authorizeTimeoutMs, () => new AppError('unavailable'))
  for (const [name, endpoint] of Object.entries(group)) {
    const { access, response, status } = endpoint
    const handler = handlers[name as keyof Group] as (call: unknown) => unknown
    const isLarge = endpoint.weight === 'restore'
    const readBody = async (schema: z.ZodMiniType, body: unknown) => {
      if (!isLarge || !Buffer.isBuffer(body)) return validate(schema, body)
      return body.length > maxInlineValidationBytes
        ? bodyParser.parse(endpoint, body)
        : validate(schema, parseJson(body))
    }
    const whole = isLarge ? handlerTimeouts.restore : handlerTimeouts.ours
    const { timeoutMs, createTimeoutError } = endpoint.callsPaymentProvider ? handlerTimeouts.provider : whole
    const options: RouteShorthandOptions = {
      config: { access, rawBody: endpoint.rawBody === true || isLarge, bytes: endpoint.bytes === true },
      bodyLimit: endpoint.bodyLimit ?? defaultBodyLimit,
      ...(response && { schema: { response: { '2xx': {} } }, serializerCompiler: () => createSerializer(response) }),
    }
    // Authorize before the body is read, so that an unauthorized caller cannot upload 10 MB.
    if (access !== 'public') {
      options.onRequest = async (request, reply) => {
        const caller = await findCaller(access, request, reply)
        const isCounted = !endpoint.stream
        request.admitted = {
          caller,
          authorizedAt: performance.now(),
          admission: isCounted ? await admission.admit(endpoint, caller.accountId, reply) : undefined,
        }
      }
    }
    app.route({
      ...options,
      method: endpoint.method,
      url: endpoint.path,
      handler: async (request, reply) => {
        const { caller, authorizedAt = 0, admission: admitted } = request.admitted ?? {}
        const call: Record<string, unknown> = { ...services, request, reply, caller }
        if (endpoint.params) call.params = validate(endpoint.params, request.params)
        if (endpoint.query) call.query = validate(endpoint.query, request.query)
        const work = async () => {
          try {
            if (endpoint.body) call.body = await readBody(endpoint.body, request.body)
            if (access !== 'public' && performance.now() - authorizedAt > authorizationMaxAgeMs)
              call.caller = await findCaller(access, request, reply)
            reply.code(status)
            return await handler(call)
          } finally {
            admitted?.finish()
          }
        }
        await admitted?.start()
        try {
          // A stream stays open. Its handler returns the reply, which ends with the stream.
          const result = await (endpoint.stream ? work() : withTimeout(work(), timeoutMs, createTimeoutError))
          return status === 204 ? reply.send() : result
        } catch (error) {
          // Throws `session_expired` if the account was deleted meanwhile.
          if (access !== 'public' && mayBeDeleted(error)) await findCaller(access, request, reply)
          throw error
        }
      },
    })
  }
}
