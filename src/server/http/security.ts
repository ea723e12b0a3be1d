import helmet, { type FastifyHelmetOptions } from '@fastify/helmet'
import underPressure from '@fastify/under-pressure'
import fastify, { type FastifyInstance, type FastifyRequest } from 'fastify'
import { healthApi } from '#contract/health.ts'
import { AppError } from '../errors.ts'
import { closeGracefully } from './close-gracefully.ts'
import { strictJson } from './strict-json.ts'

/** Answers of the API are data: a browser that opens one as a page may do nothing with it. */
const apiPolicy = { 'default-src': ["'none'"], 'frame-ancestors': ["'none'"] }

const headers = (https: boolean): FastifyHelmetOptions => ({
  contentSecurityPolicy: { useDefaults: false, directives: apiPolicy },
  strictTransportSecurity: https ? { maxAge: 31_536_000, includeSubDomains: true } : false,
  referrerPolicy: { policy: 'no-referrer' },
  crossOriginEmbedderPolicy: false,
})

/** What every answer carries, for those that no hook sees. */
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

/** Nothing but JSON is read; a route may ask for its bytes. */
const registerJsonParser = (app: FastifyInstance): void => {
  const parseJson = strictJson(app)
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, async (request: FastifyRequest, body: Buffer) =>
    request.routeOptions.config.rawBody ? body : parseJson(body),
  )
  // A packed body could unpack to any size.
  app.addHook('preParsing', async ({ headers }) => {
    if ((headers['content-encoding'] ?? 'identity') !== 'identity') throw new AppError('unsupported_media_type')
  })
}

/** A process that is busy is alive: whoever restarts what does not live must hear so. */
const rejectOverloaded = async ({ routeOptions }: FastifyRequest): Promise<void> => {
  if (routeOptions.url !== `/api${healthApi.live.path}`) throw new AppError('unavailable')
}

/** Security headers, what bodies may be, and refusing work when the process no longer keeps up or closes. */
export const registerSecurity = async (
  app: FastifyInstance,
  publicUrl: string,
  rejectWhenOverloaded: boolean,
): Promise<void> => {
  await app.register(helmet, headers(publicUrl.startsWith('https:')))
  if (rejectWhenOverloaded)
    await app.register(underPressure, { maxEventLoopDelay: 1000, pressureHandler: rejectOverloaded })
  registerJsonParser(app)
  closeGracefully(app)
}
