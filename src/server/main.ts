import { setTimeout as sleep } from 'node:timers/promises'
import closeWithGrace from 'close-with-grace'
import type { FastifyBaseLogger } from 'fastify'
import { createApp } from './app.ts'
import { maintenanceJobs } from './auth/maintenance.ts'
import { newToken } from './auth/session-token.ts'
import { BackupError } from './backups/backup-error.ts'
import { backupJobs } from './backups/backup-jobs.ts'
import { backupAgeSeconds } from './backups/backup-status.ts'
import { migrateWithBackup } from './backups/migrate-with-backup.ts'
import { billingJobs } from './billing/billing-jobs.ts'
import { bulkJobs } from './bulk/bulk-maintenance.ts'
import { createDb, type Db, isDatabaseUnavailable } from './db/client.ts'
import { EmbeddedPostgresError, startEmbeddedPostgres } from './db/embedded.ts'
import { MigrationTimeoutError, NewerSchemaError } from './db/migrate.ts'
import { demoLoginLines, seedDemo } from './demo/seed-demo.ts'
import { subscribeDemoUsers } from './demo/subscribe-demo.ts'
import { digestJobs } from './digest/digest-job.ts'
import { readSettings, type Settings, SettingsError } from './env.ts'
import { startJobs } from './jobs/run-jobs.ts'
import { leadJobs } from './leads/lead-maintenance.ts'
import { startMailWorker } from './mail/mail-worker.ts'
import { outboxUrl } from './mail/outbox-page.ts'
import { createMailTransport, outboxFolder } from './mail/transport.ts'
import { createMetrics, type Metrics, serveMetrics } from './metrics/metrics.ts'
import type { Services } from './services.ts'
import { importJobs } from './spreadsheets/import-jobs.ts'
import { startPayments } from './start-payments.ts'
import { createLinkMailBuilder } from './team/link-mail-builder.ts'
import { teamJobs } from './team/team-maintenance.ts'

type Stop = () => Promise<unknown>

const printLine = (line: string): void => console.log(line)

/** Run in reverse order of registration. */
const stopHandlers: Stop[] = []
const stopAll = async (): Promise<void> => {
  for (const stop of stopHandlers.splice(0).reverse()) await stop()
}

const openDatabase = async ({ databaseUrl, dataDir, poolSize }: Settings) => {
  if (databaseUrl) return { db: createDb(databaseUrl, { poolSize }) }
  const embedded = await startEmbeddedPostgres({ dataDir, log: printLine })
  stopHandlers.push(embedded.stop)
  embedded.onUnexpectedExit(exitWithError)
  return { db: createDb(embedded.connection, { poolSize }), storage: embedded.storage }
}

/** Starts the mail worker and logs the destination of mails. */
const startMails = (services: Services, outboxKey: string | undefined, log: FastifyBaseLogger): void => {
  const { settings } = services
  const transport = createMailTransport(settings)
  if (!transport) {
    printLine('Falta SMTP_URL: sem ela, os e-mails ficam na fila e ninguém os recebe.')
    return
  }
  if (!settings.smtpUrl) {
    const page = outboxKey === undefined ? '' : ` Leia em ${outboxUrl(settings, outboxKey)}`
    printLine(`E-mails ficam em ${outboxFolder(settings)} (sem SMTP_URL).${page}`)
  }
  stopHandlers.push(startMailWorker({ services, transport, buildLinkMail: createLinkMailBuilder(services), log }))
}

const openMetrics = async (settings: Settings, db: Db): Promise<Metrics | undefined> => {
  const { metricsPort, host } = settings
  if (metricsPort === undefined) return undefined
  const metrics = createMetrics(db, () => backupAgeSeconds(db, settings, new Date()))
  const { url, stop } = await serveMetrics(metrics, { port: metricsPort, host })
  stopHandlers.push(stop)
  printLine(`Métricas para o Prometheus: ${url}/metrics`)
  return metrics
}

const start = async (): Promise<void> => {
  const settings = readSettings(process.env)
  const { db, ...storage } = await openDatabase(settings)
  stopHandlers.push(db.close)
  await migrateWithBackup(db, settings, printLine)
  let wakeJobs = () => {}
  const services: Services = { db, settings, now: () => new Date(), wakeJobs: () => wakeJobs(), ...storage }
  if (settings.demo) await seedDemo(services)
  const started = await startPayments(settings, printLine)
  if (started) stopHandlers.push(started.stop)
  const payments = started?.payments
  const metrics = await openMetrics(settings, db)
  const outboxKey = settings.isLocal && !settings.smtpUrl ? newToken() : undefined
  const app = await createApp(services, { payments, metrics, outboxKey })
  stopHandlers.push(() => app.close())
  const url = await app.listen({ port: settings.port, host: settings.host })
  await started?.onListening(url)
  if (payments && settings.demo) await subscribeDemoUsers(services, payments)
  const jobs = [
    ...maintenanceJobs(services),
    ...leadJobs(services),
    ...bulkJobs(services),
    ...teamJobs(services),
    ...digestJobs(services),
    ...backupJobs(services, app.log),
    ...importJobs(services),
    ...(payments ? billingJobs(services, payments, app.log) : []),
  ]
  const stopJobs = startJobs(services, jobs, app.log)
  wakeJobs = stopJobs.wake
  stopHandlers.push(stopJobs)
  startMails(services, outboxKey, app.log)
  printLine(`${settings.brandName} está no ar: ${settings.publicUrl}`)
  for (const line of await demoLoginLines(services)) printLine(line)
}

/** Returns one line that the operator can act on. Returns `undefined` for a bug, which is logged in full. */
const toUserMessage = (error: unknown): string | undefined => {
  const isPlain = [SettingsError, EmbeddedPostgresError, BackupError, MigrationTimeoutError, NewerSchemaError].some(
    kind => error instanceof kind,
  )
  if (isPlain) return (error as Error).message
  const { code, port } = error as { code?: string; port?: number }
  const { sandboxPort, metricsPort } = readSettings(process.env)
  if (code === 'EADDRINUSE' && port === sandboxPort)
    return `A porta ${port}, do ambiente de teste de pagamentos, já está em uso. Escolha outra com SANDBOX_PORT=…`
  if (code === 'EADDRINUSE' && port === metricsPort)
    return `A porta ${port}, das métricas, já está em uso. Escolha outra com METRICS_PORT=…`
  if (code === 'EADDRINUSE')
    return `A porta ${port} já está em uso. Escolha outra com PORT=… ou encerre o programa que a usa.`
  if (code === 'EACCES' && port !== undefined)
    return `Sem permissão para abrir a porta ${port}. Escolha outra com PORT=…`
  if (isDatabaseUnavailable(error)) return `Não foi possível falar com o banco de dados: ${(error as Error).message}`
  return undefined
}

const exitWithError = async (error: unknown): Promise<never> => {
  console.error(toUserMessage(error) ?? error)
  await Promise.race([stopAll(), sleep(10_000)])
  process.exit(1)
}

closeWithGrace({ delay: 10_000, logger: { error: message => console.error(message) } }, async ({ err }) => {
  if (err) console.error(err)
  await stopAll()
})

await start().catch(exitWithError)
