import helmet, { type FastifyHelmetOptions } from '@fastify/helmet'
import underPressure from '@fastify/under-pressure'
import fastify, { type FastifyInstance, type FastifyRequest } from 'fastify'
import { healthApi } from '#contract/health.ts'
import { AppError } from '../errors.ts'
import { strictJson } from './bodies/strict-json.ts'
import { closeGracefully } from './close-gracefully.ts'

/** API responses are data: a browser that opens one as a page must not run anything. */
const apiPolicy = { 'default-src': ["'none'"], 'frame-ancestors': ["'none'"] }

const headers = (https: boolean): FastifyHelmetOptions => ({
  contentSecurityPolicy: { useDefaults: false, directives: apiPolicy },
  strictTransportSecurity: https ? { maxAge: 31_536_000, includeSubDomains: true } : false,
  referrerPolicy: { policy: 'no-referrer' },
  crossOriginEmbedderPolicy: false,
})

/** Computes the headers once: for each request, the middleware would build its policies anew. */
export const securityHeaders = async (publicUrl: string): Promise<Record<string, string>> => {
  const bare = fastify()
  await bare.register(helmet, headers(publicUrl.startsWith('https:')))
  bare.get('/', async (_, reply) => reply.send())
  const { headers: all } = await bare.inject('/')
  await bare.close()
  const ofTransport = new Set(['content-length', 'date', 'connection'])
  return Object.fromEntries(
    Object.entries(all).flatMap(([name, value]) => (ofTransport.has(name) ? [] : [[name, String(value)]])),
  )
}

/** Accepts JSON, and bytes where the endpoint takes them. A route with `rawBody` receives JSON as bytes. */
const registerJsonParser = (app: FastifyInstance): void => {
  const parseJson = strictJson(app)
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, async (request: FastifyRequest, body: Buffer) =>
    request.routeOptions.config.rawBody ? body : parseJson(body),
  )
  app.addContentTypeParser(
    'application/octet-stream',
    { parseAs: 'buffer' },
    async (request: FastifyRequest, body: Buffer) => {
      if (!request.routeOptions.config.bytes) throw new AppError('unsupported_media_type')
      return body
    },
  )
  // A compressed body could decompress to any size.
  app.addHook('preParsing', ({ headers }, _, payload, done) => {
    const isCompressed = (headers['content-encoding'] ?? 'identity') !== 'identity'
    done(isCompressed ? new AppError('unsupported_media_type') : null, payload)
  })
}

/** Accepts and ignores the bodies of HTML forms and of the one click in a mail program, on the routes of a scope. */
export const acceptForms = (scope: FastifyInstance): void => {
  const types = ['application/x-www-form-urlencoded', 'multipart/form-data']
  scope.addContentTypeParser(types, { parseAs: 'buffer' }, async () => undefined)
}

/**
 * Under load, rejects API requests but the liveness probe, so that the orchestrator does not restart a busy process. Files of
 * the web app cost little, and a browser does not ask again for a script that was refused.
 */
const rejectOverloaded = async ({ routeOptions: { url } }: FastifyRequest): Promise<void> => {
  if (url?.startsWith('/api/') && url !== `/api${healthApi.live.path}`) throw new AppError('unavailable')
}

/** Registers security headers, body parsing, overload protection and graceful shutdown. */
export const registerSecurity = async (
  app: FastifyInstance,
  always: Record<string, string>,
  rejectWhenOverloaded: boolean,
): Promise<void> => {
  app.addHook('onRequest', ({ id }, reply, done) => {
    reply.headers(always).header('x-request-id', id)
    done()
  })
  if (rejectWhenOverloaded)
    await app.register(underPressure, { maxEventLoopDelay: 1000, pressureHandler: rejectOverloaded })
  registerJsonParser(app)
  closeGracefully(app)
}
