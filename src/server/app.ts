import { randomUUID } from 'node:crypto'
import compress from '@fastify/compress'
import swagger, { type StaticDocumentSpec } from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import fastify, { type FastifyInstance } from 'fastify'
import { api } from '#contract/api.ts'
import { accountRoutes } from './account/routes.ts'
import { admitting } from './auth/access.ts'
import { authRoutes } from './auth/routes.ts'
import { installErrorResponse, respondNotFound } from './http/error-response.ts'
import { healthRoutes } from './http/health.ts'
import { mount } from './http/mount.ts'
import { openApi } from './http/openapi.ts'
import { protect } from './http/protection.ts'
import { serveWebFiles } from './http/web-files.ts'
import { leadRoutes } from './leads/routes.ts'
import type { Services } from './services.ts'

const requestId = (given: unknown): string =>
  typeof given === 'string' && /^[\w-]{8,64}$/.test(given) ? given : randomUUID()

const mountApi = async (app: FastifyInstance, services: Services): Promise<void> => {
  const admit = admitting(services)
  app.addHook('onRequest', async (_, reply) => {
    reply.header('cache-control', 'no-store')
  })
  mount(app, api.health, healthRoutes, services, admit as never)
  mount(app, api.auth, authRoutes, services, admit)
  mount(app, api.account, accountRoutes, services, admit)
  mount(app, api.leads, leadRoutes, services, admit)
  app.setNotFoundHandler(respondNotFound)
}

const mountDocs = async (app: FastifyInstance, { settings }: Services): Promise<void> => {
  const document = openApi(settings.brandName, settings.publicUrl) as object as StaticDocumentSpec['document']
  await app.register(swagger, { mode: 'static', specification: { document } })
  await app.register(swaggerUi, { routePrefix: '/', staticCSP: true })
}

/** The whole server as a function of its services: what tests inject requests into and `main.ts` listens with. */
export const createApp = async (services: Services, { web = true } = {}): Promise<FastifyInstance> => {
  const { settings } = services
  const app = fastify({
    logger: { level: settings.logLevel, redact: ['req.headers.authorization'] },
    genReqId: request => requestId(request.headers['x-request-id']),
    return503OnClosing: false,
    connectionTimeout: 30_000,
    requestTimeout: 30_000,
    keepAliveTimeout: 72_000,
    routerOptions: { maxParamLength: 200 },
  })
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id)
  })
  installErrorResponse(app)
  await protect(app, settings.publicUrl)
  await app.register(compress, { threshold: 1024, encodings: ['br', 'gzip'], brotliOptions: { params: { 1: 4 } } })
  await app.register(async scope => mountApi(scope, services), { prefix: '/api' })
  await app.register(async scope => mountDocs(scope, services), { prefix: '/api/docs' })
  if (web) await serveWebFiles(app, settings)
  return app
}
