import { randomUUID } from 'node:crypto'
import compress from '@fastify/compress'
import swagger, { type StaticDocumentSpec } from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import fastify, { type FastifyInstance, LogController } from 'fastify'
import { api } from '#contract/api.ts'
import { accountRoutes } from './account/routes.ts'
import { accountBackupRoutes } from './account-backups/routes.ts'
import { adminRoutes } from './admin/routes.ts'
import { createAuthGuard } from './auth/access.ts'
import { keyRoutes } from './auth/keys/routes.ts'
import { authRoutes } from './auth/routes.ts'
import { fiscalDataRoutes } from './billing/fiscal/routes.ts'
import { type BillingServices, billingRoutes } from './billing/routes.ts'
import type { Payments } from './billing/stripe/payments.ts'
import { createSubscriptionRefresher } from './billing/sync/refresh-subscription.ts'
import { brandRoutes } from './brand/routes.ts'
import { bulkRoutes } from './bulk/routes.ts'
import { acceptFormPosts, allowAllOrigins, mountFormPages } from './capture/form-pages.ts'
import { captureRoutes, publicCaptureRoutes } from './capture/routes.ts'
import { digestRoutes } from './digest/routes.ts'
import { duplicateRoutes } from './duplicates/routes.ts'
import { createClientErrorHandler } from './http/client-error.ts'
import { openApi } from './http/docs/openapi.ts'
import { sendError, sendNotFound } from './http/error-response.ts'
import { healthRoutes } from './http/health.ts'
import { createRequestLimiter, limitAnonymousRequests, type RequestLimiter } from './http/limits/request-limit.ts'
import { warnAboutUntrustedProxy } from './http/limits/untrusted-proxy.ts'
import { type LogStream, loggerOptions, logRequests } from './http/log/request-log.ts'
import { createShared, mount } from './http/mount.ts'
import { serveStaticFiles } from './http/pages/static-files.ts'
import { acceptForms, registerSecurity, securityHeaders } from './http/security.ts'
import { rejectWritesWhenFull } from './http/storage-full.ts'
import { leadRoutes } from './leads/routes.ts'
import { createLiveHub } from './live/live-hub.ts'
import { liveRoutes } from './live/routes.ts'
import { lostReasonRoutes } from './lost-reasons/routes.ts'
import { registerOutboxPage } from './mail/outbox-page.ts'
import type { Metrics } from './metrics/metrics.ts'
import { notificationRoutes } from './notifications/routes.ts'
import { privacyRoutes } from './privacy/routes.ts'
import { reportRoutes } from './reports/routes.ts'
import type { Services } from './services.ts'
import { importRoutes } from './spreadsheets/routes.ts'
import { stageLimitRoutes } from './stage-limits/routes.ts'
import { storyRoutes } from './story/routes.ts'
import { supportRoutes } from './support/routes.ts'
import { teamRoutes } from './team/routes.ts'
import { templateRoutes } from './templates/routes.ts'
import { todayRoutes } from './today/routes.ts'
import { webhookRoutes } from './webhooks/routes.ts'

const requestId = (given: unknown): string =>
  typeof given === 'string' && /^[\w-]{8,64}$/.test(given) ? given : randomUUID()

const mountApi = async (
  app: FastifyInstance,
  services: BillingServices,
  limit: RequestLimiter,
  metrics: Metrics | undefined,
): Promise<void> => {
  const authorize = createAuthGuard(services, limit)
  const shared = createShared(app)
  limitAnonymousRequests(app, limit)
  rejectWritesWhenFull(app, services)
  app.addHook('onRequest', (_, reply, done) => {
    reply.header('cache-control', 'no-store')
    done()
  })
  mount(app, api.health, healthRoutes, services, authorize as never, shared)
  mount(app, api.auth, authRoutes, services, authorize, shared)
  mount(app, api.account, accountRoutes, services, authorize, shared)
  mount(app, api.accountBackups, accountBackupRoutes, services, authorize, shared)
  mount(app, api.billing, billingRoutes, { ...services, countAddress: limit.countAddress }, authorize, shared)
  mount(app, api.fiscalData, fiscalDataRoutes, services, authorize, shared)
  mount(app, api.leads, leadRoutes, services, authorize, shared)
  mount(app, api.bulk, bulkRoutes, services, authorize, shared)
  mount(app, api.duplicates, duplicateRoutes, services, authorize, shared)
  mount(app, api.story, storyRoutes, services, authorize, shared)
  mount(app, api.lostReasons, lostReasonRoutes, services, authorize, shared)
  mount(app, api.templates, templateRoutes, services, authorize, shared)
  mount(app, api.stageLimits, stageLimitRoutes, services, authorize, shared)
  mount(app, api.today, todayRoutes, services, authorize, shared)
  mount(app, api.notifications, notificationRoutes, services, authorize, shared)
  mount(app, api.reports, reportRoutes, services, authorize, shared)
  await app.register(async scope => {
    acceptForms(scope)
    mount(scope, api.digest, digestRoutes, services, authorize, shared)
  })
  mount(app, api.brand, brandRoutes, services, authorize, shared)
  mount(app, api.support, supportRoutes, services, authorize, shared)
  mount(app, api.team, teamRoutes, services, authorize, shared)
  mount(app, api.keys, keyRoutes, services, authorize, shared)
  mount(app, api.capture, captureRoutes, services, authorize, shared)
  await app.register(async scope => {
    allowAllOrigins(scope)
    acceptFormPosts(scope, services)
    mount(scope, api.publicCapture, publicCaptureRoutes, services, authorize, shared)
  })
  mount(app, api.webhooks, webhookRoutes, services, authorize, shared)
  mount(app, api.imports, importRoutes, services, authorize, shared)
  const live = createLiveHub(services)
  metrics?.watchStreams(live.count)
  app.addHook('preClose', live.close)
  mount(app, api.live, liveRoutes, { live }, authorize, shared)
  mount(app, api.privacy, privacyRoutes, services, authorize, shared)
  mount(app, api.admin, adminRoutes, services, authorize, shared)
  app.setNotFoundHandler(sendNotFound)
}

/** The public pages of capture forms. */
const mountPages = (app: FastifyInstance, services: Services, limit: RequestLimiter): void => {
  limitAnonymousRequests(app, limit)
  rejectWritesWhenFull(app, services)
  mountFormPages(app, services)
}

/** Needs no external hosts. Omits `upgrade-insecure-requests`, which breaks Swagger UI over http. */
const docsPolicy =
  "default-src 'self'; style-src-attr 'unsafe-inline'; img-src 'self' data:; object-src 'none'; base-uri 'self'; frame-ancestors 'none'; form-action 'self'"

const mountDocs = async (app: FastifyInstance, { settings }: Services): Promise<void> => {
  const document = openApi(settings.brandName, settings.publicUrl) as object as StaticDocumentSpec['document']
  await app.register(swagger, { mode: 'static', specification: { document } })
  await app.register(swaggerUi, { routePrefix: '/api/docs', staticCSP: docsPolicy })
}

/**
 * Builds the server from its services. Tests inject requests into it, without static files and without admission control,
 * because test machines are shared.
 */
export const createApp = async (
  services: Services,
  {
    web = true,
    // RATE_LIMITS=off lifts this limit too, for shared test machines.
    rejectWhenOverloaded = services.settings.limits !== undefined,
    logStream = undefined as LogStream | undefined,
    payments = undefined as Payments | undefined,
    metrics = undefined as Metrics | undefined,
    outboxKey = undefined as string | undefined,
  } = {},
): Promise<FastifyInstance> => {
  const { settings } = services
  const always = await securityHeaders(settings.publicUrl)
  const app = fastify({
    logger: { ...loggerOptions(settings.logLevel), ...(logStream && { stream: logStream }) },
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: settings.trustedProxies ?? false,
    genReqId: request => requestId(request.headers['x-request-id']),
    return503OnClosing: false,
    connectionTimeout: 30_000,
    requestTimeout: 30_000,
    // Fastify's defaults are 60 s and a check every 30 s.
    http: { headersTimeout: 15_000, connectionsCheckingInterval: 5000 },
    keepAliveTimeout: 72_000,
    routerOptions: { maxParamLength: 200 },
    // Undecodable URLs reach neither a route nor the error handler.
    frameworkErrors: (error, request, reply) => void sendError(error, request, reply.headers(always)),
    clientErrorHandler: createClientErrorHandler(always),
  })
  app.setErrorHandler(sendError)
  logRequests(app)
  warnAboutUntrustedProxy(app)
  metrics?.measure(app)
  await registerSecurity(app, always, rejectWhenOverloaded)
  await app.register(compress, {
    threshold: 1024,
    // A stream of the compressor takes memory that grows with the requests under way.
    syncThreshold: 65_536,
    encodings: ['br', 'gzip'],
    brotliOptions: { params: { 1: 4 } },
    globalDecompression: false,
  })
  const servicesWithLog = { ...services, warn: (about: object, message: string) => app.log.warn(about, message) }
  const billing = {
    ...servicesWithLog,
    payments,
    ...(payments && { refreshSubscription: createSubscriptionRefresher(servicesWithLog, payments) }),
  }
  const limit = createRequestLimiter(settings, services.now)
  await app.register(async scope => mountApi(scope, billing, limit, metrics), { prefix: '/api' })
  await app.register(async scope => mountPages(scope, servicesWithLog, limit))
  await app.register(async scope => mountDocs(scope, services))
  if (outboxKey !== undefined) registerOutboxPage(app, settings, outboxKey)
  if (web) await serveStaticFiles(app, settings)
  else app.setNotFoundHandler(sendNotFound)
  return app
}
