import { isIP } from 'node:net'
import { hostname } from 'node:os'
import fastify, { type FastifyInstance } from 'fastify'
import { AggregatorRegistry, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Db } from '../db/client.ts'
import { withTimeout } from '../http/limits/with-timeout.ts'
import { type Backlog, readBacklog } from './store.ts'

/** From a cached response to the handler timeout. */
const secondsBuckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15]

const gaugeConnections = (db: Db, registers: Registry[]) =>
  new Gauge({
    name: 'fechou_database_connections',
    help: 'Connections of this process to the database, and the requests that wait for one',
    labelNames: ['state'],
    registers,
    collect() {
      const { open, idle, waiting } = db.connections()
      this.set({ state: 'busy' }, open - idle)
      this.set({ state: 'idle' }, idle)
      this.set({ state: 'waiting' }, waiting)
    },
  })

const backlogGauges: Record<keyof Backlog, [name: string, help: string]> = {
  mails: ['fechou_outbox_mails', 'Mails that are queued'],
  oldestMailSeconds: ['fechou_outbox_oldest_seconds', 'Seconds since the oldest queued mail was queued'],
  failedMails: [
    'fechou_outbox_failed_mails',
    'Undelivered mails, until an administrator sends them again or discards them',
  ],
  events: ['fechou_payment_events_open', 'Stripe events that are not processed'],
  failingJobs: ['fechou_jobs_failing', 'Jobs that were attempted more than three times since their last success'],
}

const timeoutMs = 1000

/** Queries all backlog gauges at once. If the database fails, only these gauges are missing. */
const gaugeBacklog = (db: Db, registers: Registry[]) => {
  const entries = Object.entries(backlogGauges) as [keyof Backlog, [string, string]][]
  const gauges = entries.map(([part, [name, help]]) => ({
    part,
    gauge: new Gauge({ name, help, registers, aggregator: 'max' }),
  }))
  return async (): Promise<void> => {
    const backlog = await withTimeout(readBacklog(db), timeoutMs, () => new Error('late')).catch(() => undefined)
    for (const { part, gauge } of gauges) {
      if (backlog) gauge.set(backlog[part])
      else gauge.remove()
    }
  }
}

/** Missing with an external database and while the age cannot be read. */
const gaugeBackupAge = (readBackupAge: () => Promise<number | undefined>, registers: Registry[]) =>
  new Gauge({
    name: 'fechou_backup_age_seconds',
    help: 'Age of the data in the last verified backup; without one, of the database',
    registers,
    aggregator: 'max',
    async collect() {
      const seconds = await withTimeout(readBackupAge(), timeoutMs, () => new Error('late')).catch(() => undefined)
      if (seconds === undefined) this.remove()
      else this.set(seconds)
    },
  })

/** Metrics in the format of Prometheus. */
export interface ReadableMetrics {
  read: () => Promise<string>
  contentType: string
}

export interface Metrics extends ReadableMetrics {
  /** Records the duration of every later request by route. */
  measure: (app: FastifyInstance) => void
  /** Reports the number of open streams of live changes. */
  watchStreams: (count: () => number) => void
  /** Sends them to the primary process when it asks. */
  share: () => void
}

/** Combines the shared metrics of all workers: sums, except of the backlog in the database. */
export const createClusterMetrics = (): ReadableMetrics => {
  const registry = new AggregatorRegistry()
  return { read: () => registry.clusterMetrics(), contentType: registry.contentType }
}

/** Combines metrics of this process with the backlog in the shared database. */
export const createMetrics = (db: Db, readBackupAge?: () => Promise<number | undefined>): Metrics => {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  gaugeConnections(db, [registry])
  if (readBackupAge) gaugeBackupAge(readBackupAge, [registry])
  const updateBacklog = gaugeBacklog(db, [registry])
  const requests = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from a request’s first byte to the answer’s last',
    labelNames: ['method', 'route', 'status'],
    buckets: secondsBuckets,
    registers: [registry],
  })
  return {
    measure: app => {
      app.addHook('onResponse', ({ method, routeOptions }, reply, done) => {
        const labels = { method, route: routeOptions.url ?? 'none', status: reply.statusCode }
        requests.observe(labels, reply.elapsedTime / 1000)
        done()
      })
    },
    watchStreams: count => {
      new Gauge({
        name: 'fechou_live_streams',
        help: 'Open streams of live changes',
        registers: [registry],
        collect() {
          this.set(count())
        },
      })
    },
    share: () => {
      const readJson = registry.getMetricsAsJSON.bind(registry)
      registry.getMetricsAsJSON = async () => {
        await updateBacklog()
        return readJson()
      }
      AggregatorRegistry.setRegistries(registry)
      // Listens for the primary process.
      new AggregatorRegistry()
    },
    read: async () => {
      await updateBacklog()
      return registry.metrics()
    },
    contentType: registry.contentType,
  }
}

/** `10.0.0.5:9464` → `10.0.0.5`, `[::1]:9464` → `::1`. */
const hostOf = (header: string): string =>
  header
    .replace(/:\d+$/, '')
    .replace(/^\[(.*)\]$/, '$1')
    .toLowerCase()

/**
 * Prevents DNS rebinding: an attacker's host name contains a dot. IP addresses, single-label names (`localhost`, `fechou`)
 * and this machine's names are safe.
 */
const isLocalHostHeader = (name: string, host: string): boolean =>
  isIP(name) !== 0 || (name !== '' && !name.includes('.')) || [host, hostname()].some(own => own.toLowerCase() === name)

/** Serves /metrics for the operator's network. Responds 403 to an unexpected host header. */
export const serveMetrics = async (metrics: ReadableMetrics, { port, host }: { port: number; host: string }) => {
  const app = fastify()
  app.addHook('onRequest', async ({ headers }, reply) => {
    if (!isLocalHostHeader(hostOf(headers.host ?? ''), host)) return reply.code(403).send()
  })
  app.get('/metrics', async (_, reply) => reply.type(metrics.contentType).send(await metrics.read()))
  const url = await app.listen({ port, host })
  return { url, stop: () => app.close() }
}
