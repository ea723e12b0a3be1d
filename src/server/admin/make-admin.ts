// npm run admin -- <email> [--remove]: beside the running product, or without it.
// Ends with 0 when the person is what was asked for, 1 when that was not possible, 2 when the command was not understood.

import { parseArgs } from 'node:util'
import { connect, type Db, isDatabaseAway } from '../db/client.ts'
import { findRunningServer, hasDatabase } from '../db/embedded/running.ts'
import { database, EmbeddedPostgresError, startEmbeddedPostgres } from '../db/embedded.ts'
import { migrate } from '../db/migrate.ts'
import { readSettings, type Settings, SettingsError } from '../env.ts'
import { changeRole, type RoleChange } from './change-role.ts'

const usage = 'Uso: npm run admin -- <e-mail> [--remove]'

class Refusal extends Error {}

const readCommand = (): { email: string; role: 'admin' | 'user' } | undefined => {
  try {
    const { positionals, values } = parseArgs({ allowPositionals: true, options: { remove: { type: 'boolean' } } })
    const [email] = positionals
    if (!email || positionals.length > 1) return undefined
    return { email: email.trim(), role: values.remove ? 'user' : 'admin' }
  } catch {
    return undefined
  }
}

const openEmbedded = async (dataDir: string): Promise<{ db: Db; close: () => Promise<void> }> => {
  if (!(await hasDatabase(dataDir)))
    throw new Refusal(`Ainda não há banco de dados em ${dataDir}: inicie o produto uma vez e cadastre a pessoa.`)
  const running = await findRunningServer(dataDir)
  if (running) {
    const db = connect({ ...running, user: 'postgres', database }, { poolSize: 1 })
    return { db, close: db.close }
  }
  const embedded = await startEmbeddedPostgres({ dataDir, log: () => {} })
  const db = connect(embedded.connection, { poolSize: 1 })
  const close = async () => {
    await db.close()
    await embedded.stop()
  }
  return { db, close }
}

const open = async ({ databaseUrl, dataDir }: Settings): Promise<{ db: Db; close: () => Promise<void> }> => {
  if (!databaseUrl) return openEmbedded(dataDir)
  const db = connect(databaseUrl, { poolSize: 1 })
  return { db, close: db.close }
}

const tell = (change: RoleChange, email: string, role: 'admin' | 'user'): string => {
  if (change === 'unknown') throw new Refusal(`Ninguém está cadastrado com o e-mail ${email}. Nada mudou.`)
  if (change === 'unchanged')
    return role === 'admin' ? `${email} já é administrador. Nada mudou.` : `${email} não é administrador. Nada mudou.`
  return role === 'admin' ? `${email} agora é administrador.` : `${email} deixou de ser administrador.`
}

const run = async (email: string, role: 'admin' | 'user'): Promise<string> => {
  const { db, close } = await open(readSettings(process.env))
  try {
    await migrate(db)
    return tell(await changeRole({ db, now: () => new Date() }, email, role), email, role)
  } finally {
    await close()
  }
}

const explain = (error: unknown): unknown => {
  if (error instanceof Refusal || error instanceof SettingsError || error instanceof EmbeddedPostgresError)
    return error.message
  if (isDatabaseAway(error)) return `Não foi possível falar com o banco de dados: ${(error as Error).message}`
  return error
}

const command = readCommand()
if (!command) {
  console.error(usage)
  process.exitCode = 2
} else {
  try {
    console.log(await run(command.email, command.role))
  } catch (error) {
    console.error(explain(error))
    process.exitCode = 1
  }
}
