import type { FastifyInstance } from 'fastify'
import { accountBackupJobs } from './account-backups/account-backup-jobs.ts'
import { createApp } from './app.ts'
import { maintenanceJobs } from './auth/maintenance.ts'
import { backupJobs } from './backups/backup-jobs.ts'
import { backupAgeSeconds } from './backups/backup-status.ts'
import { billingJobs } from './billing/billing-jobs.ts'
import type { Payments } from './billing/stripe/payments.ts'
import { bulkJobs } from './bulk/bulk-maintenance.ts'
import { captureJobs } from './capture/capture-jobs.ts'
import { digestJobs } from './digest/digest-job.ts'
import { logToOutput } from './http/log/log-stream.ts'
import { startJobs } from './jobs/run-jobs.ts'
import { leadJobs } from './leads/lead-maintenance.ts'
import { startMailWorker } from './mail/mail-worker.ts'
import { createMailTransport } from './mail/transport.ts'
import { createMetrics, type Metrics } from './metrics/metrics.ts'
import { notificationJobs } from './notifications/notification-jobs.ts'
import { privacyJobs } from './privacy/privacy-jobs.ts'
import { serviceInvoiceJobs } from './service-invoices/service-invoice-jobs.ts'
import type { Services } from './services.ts'
import { importJobs } from './spreadsheets/import-jobs.ts'
import { onStop } from './stop-handlers.ts'
import { createLinkMailBuilder } from './team/link-mail-builder.ts'
import { teamJobs } from './team/team-maintenance.ts'
import { webhookJobs } from './webhooks/webhook-jobs.ts'
import { startWebhookWorker } from './webhooks/webhook-worker.ts'

export interface ServeOptions {
  payments: Payments | undefined
  outboxKey: string | undefined
  /** Absent without `METRICS_PORT`. */
  metrics: Metrics | undefined
}

/** Measures one process. */
export const measureProcess = ({ db, settings }: Services): Metrics | undefined =>
  settings.metricsPort === undefined ? undefined : createMetrics(db, () => backupAgeSeconds(db, settings, new Date()))

export interface Serving {
  /** URL on which the process listens. */
  url: string
  /** Starts to run jobs, and to send mails and webhooks. */
  work: () => void
}

/** Serves requests. Every process of the product runs it. */
export const serve = async (prepared: Services, options: ServeOptions): Promise<Serving> => {
  const { payments, outboxKey, metrics } = options
  let wakeJobs = () => {}
  const services: Services = { ...prepared, wakeJobs: () => wakeJobs() }
  const app = await createApp(services, { payments, metrics, outboxKey, logStream: logToOutput() })
  // In parallel: requests, jobs, mails and webhooks share the few seconds before the database stops.
  const stops: (() => Promise<unknown>)[] = [() => app.close()]
  onStop(async () => {
    const ends = await Promise.allSettled(stops.map(stop => stop()))
    for (const end of ends) if (end.status === 'rejected') throw end.reason
  })
  const { port, host } = services.settings
  const url = await app.listen({ port, host })
  const work = () => {
    const runner = startJobs(services, jobsOf(services, payments, app), app.log)
    wakeJobs = runner.wake
    const transport = createMailTransport(services.settings)
    const buildLinkMail = createLinkMailBuilder(services)
    stops.push(runner, startWebhookWorker(services, app.log))
    if (transport) stops.push(startMailWorker({ services, transport, buildLinkMail, log: app.log }))
  }
  return { url, work }
}

const jobsOf = (services: Services, payments: Payments | undefined, { log }: FastifyInstance) => [
  ...maintenanceJobs(services),
  ...leadJobs(services),
  ...teamJobs(services),
  ...backupJobs(services, log),
  ...accountBackupJobs(services, log),
  ...importJobs(services),
  ...bulkJobs(services),
  ...digestJobs(services),
  ...captureJobs(services),
  ...notificationJobs(services),
  ...privacyJobs(services),
  ...webhookJobs(services),
  ...serviceInvoiceJobs(services, log),
  ...(payments ? billingJobs(services, payments, log) : []),
]
