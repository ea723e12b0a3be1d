// npm run admin -- <email> [--remove], or npm run admin -- --remove-demo; the server may be running or stopped. Exit codes:
// 0 done or nothing to change, 1 not possible, 2 invalid arguments.

import { parseArgs } from 'node:util'
import { removeDemonstration } from '../auth/account-store.ts'
import { BackupError } from '../backups/backup-error.ts'
import { migrateWithBackup } from '../backups/migrate-with-backup.ts'
import { removeDemonstrationInvoices } from '../billing/stores/store.ts'
import { createDb, type Db, isDatabaseUnavailable } from '../db/client.ts'
import { findRunningServer, hasDatabase } from '../db/embedded/find-running-server.ts'
import { databaseName, EmbeddedPostgresError, startEmbeddedPostgres } from '../db/embedded.ts'
import { MigrationTimeoutError } from '../db/migrate.ts'
import { readSettings, type Settings, SettingsError } from '../env.ts'
import { changeRole, type RoleChange } from './change-role.ts'

const usage = 'Uso: npm run admin -- <e-mail> [--remove]\n     npm run admin -- --remove-demo'

class CliError extends Error {}

type Command = { email: string; role: 'admin' | 'user' } | 'remove-demo'

const parseCommand = (): Command | undefined => {
  try {
    const options = { remove: { type: 'boolean' }, 'remove-demo': { type: 'boolean' } } as const
    const { positionals, values } = parseArgs({ allowPositionals: true, options })
    const [email] = positionals
    if (values['remove-demo']) return email || values.remove ? undefined : 'remove-demo'
    if (!email || positionals.length > 1) return undefined
    return { email: email.trim(), role: values.remove ? 'user' : 'admin' }
  } catch {
    return undefined
  }
}

const openEmbedded = async (dataDir: string): Promise<{ db: Db; close: () => Promise<void> }> => {
  if (!(await hasDatabase(dataDir)))
    throw new CliError(`Ainda não há banco de dados em ${dataDir}: inicie o Fechou uma vez e crie a conta da pessoa.`)
  const running = await findRunningServer(dataDir)
  if (running) {
    const db = createDb({ ...running, user: 'postgres', database: databaseName }, { poolSize: 1 })
    return { db, close: db.close }
  }
  const embedded = await startEmbeddedPostgres({ dataDir, log: () => {} })
  const db = createDb(embedded.connection, { poolSize: 1 })
  const close = async () => {
    await db.close()
    await embedded.stop()
  }
  return { db, close }
}

const open = async ({ databaseUrl, dataDir }: Settings): Promise<{ db: Db; close: () => Promise<void> }> => {
  if (!databaseUrl) return openEmbedded(dataDir)
  const db = createDb(databaseUrl, { poolSize: 1 })
  return { db, close: db.close }
}

const formatResult = (change: RoleChange, email: string, role: 'admin' | 'user'): string => {
  if (change === 'user-not-found') throw new CliError(`Não há conta com o e-mail ${email}. Nada mudou.`)
  if (change === 'unchanged')
    return role === 'admin'
      ? `${email} já tem acesso de administrador. Nada mudou.`
      : `${email} não tem acesso de administrador. Nada mudou.`
  return role === 'admin'
    ? `${email} agora tem acesso de administrador.`
    : `${email} não tem mais acesso de administrador.`
}

/** Deletes the demo accounts and their sandbox invoices. */
const removeDemo = async (db: Db): Promise<string> => {
  const count = await db.transaction(async tx => {
    await removeDemonstrationInvoices(tx)
    return removeDemonstration(tx)
  })
  return count === 0 ? 'Não há contas de demonstração. Nada mudou.' : `Contas de demonstração excluídas: ${count}.`
}

const run = async (command: Command): Promise<string> => {
  const settings = readSettings(process.env)
  const { db, close } = await open(settings)
  try {
    await migrateWithBackup(db, settings, line => console.error(line))
    if (command === 'remove-demo') return await removeDemo(db)
    const { email, role } = command
    return formatResult(await changeRole({ db, now: () => new Date() }, email, role), email, role)
  } finally {
    await close()
  }
}

const toUserMessage = (error: unknown): unknown => {
  const isPlain = [CliError, SettingsError, BackupError, EmbeddedPostgresError, MigrationTimeoutError].some(
    kind => error instanceof kind,
  )
  if (isPlain) return (error as Error).message
  if (isDatabaseUnavailable(error)) return `Não foi possível falar com o banco de dados: ${(error as Error).message}`
  return error
}

const command = parseCommand()
if (!command) {
  console.error(usage)
  process.exitCode = 2
} else {
  try {
    console.log(await run(command))
  } catch (error) {
    console.error(toUserMessage(error))
    process.exitCode = 1
  }
}
