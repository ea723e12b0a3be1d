import { repeatDeletions } from './account/repeat-deletions.ts'
import { newToken } from './auth/session-token.ts'
import { migrateWithBackup } from './backups/migrate-with-backup.ts'
import { type ConnectionTarget, createDb } from './db/client.ts'
import { type EmbeddedPostgresError, startEmbeddedPostgres } from './db/embedded.ts'
import { demoLoginLines, seedDemo } from './demo/seed-demo.ts'
import { subscribeDemoUsers } from './demo/subscribe-demo.ts'
import type { Settings } from './env.ts'
import { outboxUrl } from './mail/outbox-page.ts'
import { outboxFolder } from './mail/transport.ts'
import { repeatAnonymizations } from './privacy/repeat-anonymizations.ts'
import { createServices, type Services } from './services.ts'
import { type PaymentsHandle, startPayments } from './start-payments.ts'
import { onStop } from './stop-handlers.ts'

/** What is started once, also for several processes. */
export interface PreparedProduct {
  services: Services
  connection: ConnectionTarget
  started: PaymentsHandle | undefined
  /** Key of the page of mails. Absent where mails are not shown. */
  outboxKey: string | undefined
  /** Sets up the sandbox with the URL on which the product listens. */
  setUpPayments: (url: string) => Promise<void>
  /** Completes the demo data and prints how to reach the product. */
  finish: () => Promise<void>
}

interface PrepareOptions {
  poolSize: number
  printLine: (line: string) => void
  onDatabaseExit: (error: EmbeddedPostgresError) => void
}

const openDatabase = async ({ databaseUrl, dataDir }: Settings, options: PrepareOptions) => {
  const { poolSize, printLine, onDatabaseExit } = options
  if (databaseUrl) return { connection: databaseUrl, db: createDb(databaseUrl, { poolSize }) }
  const { connection, storage, stop, onUnexpectedExit } = await startEmbeddedPostgres({ dataDir, log: printLine })
  onStop(stop)
  onUnexpectedExit(onDatabaseExit)
  return { connection, db: createDb(connection, { poolSize }), storage }
}

const mailLine = (settings: Settings, outboxKey: string | undefined): string | undefined => {
  if (settings.smtpUrl) return undefined
  if (settings.production) return 'Falta SMTP_URL: sem ela, os e-mails ficam na fila e ninguém os recebe.'
  const page = outboxKey === undefined ? '' : ` Leia em ${outboxUrl(settings, outboxKey)}`
  return `E-mails ficam em ${outboxFolder(settings)} (sem SMTP_URL).${page}`
}

/** Opens and migrates the database, and starts the payments sandbox if there is no Stripe key. */
export const prepareProduct = async (settings: Settings, options: PrepareOptions): Promise<PreparedProduct> => {
  const { printLine } = options
  const { db, connection, ...storage } = await openDatabase(settings, options)
  onStop(db.close)
  await migrateWithBackup(db, settings, printLine)
  const services: Services = { ...createServices(db, settings), ...storage }
  const deleted = await repeatDeletions(services, printLine)
  if (deleted > 0) printLine(`Contas excluídas depois da cópia restaurada, excluídas de novo: ${deleted}.`)
  const repeated = await repeatAnonymizations(services, printLine)
  if (repeated > 0) printLine(`Anonimizações posteriores à cópia restaurada, refeitas: ${repeated}.`)
  if (settings.demo) await seedDemo(services)
  const started = await startPayments(settings, printLine)
  if (started) onStop(started.stop)
  const outboxKey = settings.isLocal && !settings.smtpUrl ? newToken() : undefined
  const setUpPayments = async (url: string) => started?.onListening(url)
  const finish = async () => {
    if (started && settings.demo) await subscribeDemoUsers(services, started.payments)
    const lines = [
      mailLine(settings, outboxKey),
      `${settings.brandName} está no ar: ${settings.publicUrl}`,
      ...(await demoLoginLines(services)),
    ]
    for (const line of lines) if (line !== undefined) printLine(line)
  }
  return { services, connection, started, outboxKey, setUpPayments, finish }
}
