import { text as readText } from 'node:stream/consumers'
import type { FastifyInstance, LightMyRequestResponse } from 'fastify'
import { afterAll } from 'vitest'
import { planIds } from '#contract/billing/subscription.ts'
import { buildPath, type Endpoint, type ResponseOf } from '#contract/endpoint.ts'
import { type ErrorCode, errors } from '#contract/errors.ts'
import { Lead } from '#contract/leads/lead.ts'
import { z } from '#contract/zod.ts'
import { createApp } from '../app.ts'
import type { Payments } from '../billing/stripe/payments.ts'
import type { Db } from '../db/client.ts'
import { readSettings, type Settings } from '../env.ts'
import type { LogStream } from '../http/log/request-log.ts'
import type { Metrics } from '../metrics/metrics.ts'
import { createOutbound } from '../outbound/outbound.ts'
import { createSecretBox } from '../secrets/secret-box.ts'
import type { Services } from '../services.ts'
import { testDatabase } from './test-database.ts'

/** Loosely typed, so that tests can send invalid requests. */
export interface CallOptions {
  params?: Record<string, string>
  query?: Record<string, unknown>
  body?: unknown
  token?: string | undefined
  headers?: Record<string, string>
}

export interface TestResponse<Answer> {
  status: number
  data: Answer
  /** The body, typed as an error. */
  error: {
    code: string
    message: string
    fields?: Record<string, string>
    lead?: unknown
    current?: object
    requestId: string
  }
  raw: LightMyRequestResponse
}

export interface TestApp {
  app: FastifyInstance
  db: Db
  services: Services
  /** Clock of the server; tests may set `now`. */
  clock: { now: Date }
  call<E extends Endpoint>(endpoint: E, options?: CallOptions): Promise<TestResponse<ResponseOf<E>>>
}

const ErrorResponseBody = z.strictObject({
  code: z.enum(Object.keys(errors) as ErrorCode[]),
  message: z.string().check(z.minLength(1)),
  requestId: z.string().check(z.minLength(8)),
  fields: z.optional(z.record(z.string(), z.string())),
  lead: z.optional(Lead),
  current: z.optional(z.looseObject({})),
  feature: z.optional(z.string()),
  plan: z.optional(z.enum(planIds)),
})

const queryString = (query: Record<string, unknown> = {}): string => {
  const parameters = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    for (const one of [value].flat()) parameters.append(name, String(one))
  }
  return parameters.size === 0 ? '' : `?${parameters}`
}

/** Validates every response against the contract. */
const assertMatchesContract = ({ method, path, response }: Endpoint, status: number, json: unknown): void => {
  const schema = status < 300 ? response : ErrorResponseBody
  const broken = schema && json !== undefined && z.safeParse(schema, json).error
  if (broken) throw new Error(`${method} ${path} returned ${status} and violates its contract: ${broken}`)
}

/** Closes a stream of events and returns its error otherwise. */
const readUnlessEndless = async (raw: LightMyRequestResponse): Promise<string> => {
  if (raw.statusCode !== 200) return readText(raw.stream())
  raw.stream().destroy()
  return ''
}

interface TestAppParts {
  database?: Db
  logStream?: LogStream
  payments?: Payments
  metrics?: Metrics
  storage?: Services['storage']
  /** Replaces DNS and the timeout of webhooks. */
  outbound?: Parameters<typeof createOutbound>[1]
}

/** Creates an app on this file's own database. `call` injects requests by contract endpoint. */
export const testApp = async (
  settings: Partial<Settings> = {},
  { database, logStream, payments, metrics, storage, outbound }: TestAppParts = {},
): Promise<TestApp> => {
  const db = database ?? (await testDatabase())
  const clock = { now: new Date() }
  const base = readSettings({ LOG_LEVEL: 'silent', PUBLIC_URL: 'http://fechou.test', RATE_LIMITS: 'off' })
  const all = { ...base, ...settings }
  const services = {
    db,
    settings: all,
    now: () => clock.now,
    secrets: createSecretBox('secret of the tests'),
    outbound: createOutbound(all, outbound),
    ...(storage && { storage }),
  }
  const app = await createApp(services, {
    web: false,
    rejectWhenOverloaded: false,
    logStream: logStream,
    payments,
    metrics,
  })
  afterAll(() => app.close())
  return {
    app,
    db,
    services,
    clock,
    call: async (endpoint, { params, query, body, token, headers } = {}) => {
      const isStream = endpoint.stream === true
      const raw = await app.inject({
        method: endpoint.method,
        url: `/api${buildPath(endpoint.path, params)}${queryString(query)}`,
        headers: { ...(token ? { authorization: `Bearer ${token}` } : {}), ...headers },
        ...(body === undefined ? {} : { payload: body as object }),
        payloadAsStream: isStream,
      })
      const isJson = raw.headers['content-type']?.toString().startsWith('application/json')
      const text = isStream ? await readUnlessEndless(raw) : raw.payload
      const json = isJson && !raw.headers['content-encoding'] ? JSON.parse(text) : undefined
      assertMatchesContract(endpoint, raw.statusCode, json)
      return { status: raw.statusCode, data: json, error: json, raw }
    },
  }
}
