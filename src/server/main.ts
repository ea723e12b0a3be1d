import cluster from 'node:cluster'
import { setTimeout as sleep } from 'node:timers/promises'
import closeWithGrace from 'close-with-grace'
import { BackupError } from './backups/backup-error.ts'
import { createDb, isDatabaseUnavailable } from './db/client.ts'
import { EmbeddedPostgresError } from './db/embedded.ts'
import { MigrationTimeoutError, NewerSchemaError } from './db/migrate.ts'
import { readSettings, type Settings, SettingsError } from './env.ts'
import { createClusterMetrics, type ReadableMetrics, serveMetrics } from './metrics/metrics.ts'
import { prepareProduct } from './prepare-product.ts'
import { connectToPrimary } from './processes/worker.ts'
import { startWorkers, WorkerStartError } from './processes/workers.ts'
import { measureProcess, serve } from './serve.ts'
import { createServices } from './services.ts'
import { connectPayments } from './start-payments.ts'
import { onStop, stopAll } from './stop-handlers.ts'

const printLine = (line: string): void => console.log(line)

const openMetrics = async ({ metricsPort, host }: Settings, metrics: ReadableMetrics): Promise<void> => {
  if (metricsPort === undefined) return
  const { url, stop } = await serveMetrics(metrics, { port: metricsPort, host })
  onStop(stop)
  printLine(`Métricas para o Prometheus: ${url}/metrics`)
}

const startOneProcess = async (settings: Settings): Promise<void> => {
  const { poolSize } = settings
  const { services, started, outboxKey, setUpPayments, finish } = await prepareProduct(settings, {
    poolSize,
    printLine,
    onDatabaseExit: exitWithError,
  })
  const metrics = measureProcess(services)
  if (metrics) await openMetrics(settings, metrics)
  const { url, work } = await serve(services, { payments: started?.payments, outboxKey, metrics })
  await setUpPayments(url)
  await finish()
  work()
}

/** A migration that builds indexes holds two connections; the demo data and backups use the others. */
const primaryPoolSize = 4

const startPrimary = async (settings: Settings): Promise<void> => {
  const { services, connection, started, outboxKey, setUpPayments, finish } = await prepareProduct(settings, {
    poolSize: primaryPoolSize,
    printLine,
    onDatabaseExit: exitWithError,
  })
  await openMetrics(settings, createClusterMetrics())
  const shared = () => ({
    database: connection,
    sandbox: started?.sandbox,
    outboxKey,
    isStorageFull: services.storage?.isFull() ?? false,
  })
  const workers = await startWorkers({ count: settings.processes, shared, log: printLine })
  onStop(workers.stop)
  await setUpPayments(workers.url)
  workers.run()
  await finish()
}

const startWorker = async (settings: Settings): Promise<void> => {
  const { shared, listening } = await connectToPrimary()
  const db = createDb(shared.database, { poolSize: settings.poolSize })
  onStop(db.close)
  const storage = { isFull: () => shared.isStorageFull }
  const services = { ...createServices(db, settings), storage }
  const metrics = measureProcess(services)
  metrics?.share()
  const payments = connectPayments(settings, shared.sandbox)
  const { url, work } = await serve(services, { payments, outboxKey: shared.outboxKey, metrics })
  await listening(url)
  work()
}

const start = async (): Promise<void> => {
  const settings = readSettings(process.env)
  if (cluster.isWorker) return startWorker(settings)
  return settings.processes > 1 ? startPrimary(settings) : startOneProcess(settings)
}

/** Returns one line that the operator can act on. Returns `undefined` for a bug, which is logged in full. */
const toUserMessage = (error: unknown): string | undefined => {
  const plainErrors = [
    SettingsError,
    EmbeddedPostgresError,
    BackupError,
    MigrationTimeoutError,
    NewerSchemaError,
    WorkerStartError,
  ]
  const isPlain = plainErrors.some(kind => error instanceof kind)
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

/** The primary process stops its workers first, and the database after them. */
const stopTimeoutMs = cluster.isPrimary && Number(process.env.WEB_CONCURRENCY) > 1 ? 25_000 : 10_000

let isStopping = false

const exitWithError = async (error: unknown): Promise<void> => {
  // What is stopped while it starts fails, because its database and its payments sandbox end.
  if (isStopping) return
  console.error(toUserMessage(error) ?? error)
  await Promise.race([stopAll(), sleep(stopTimeoutMs)])
  process.exit(1)
}

closeWithGrace({ delay: stopTimeoutMs, logger: { error: message => console.error(message) } }, async ({ err }) => {
  isStopping = true
  if (err) console.error(err)
  await stopAll()
})

await start().catch(exitWithError)
