import { readdir, readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Db, isLockTimeout, type QueryRunner } from './client.ts'

const productFolder = new URL('../../../migrations/', import.meta.url)
// Any number, the same in every release: who holds it migrates, everybody else waits.
const migrationLock = 7_203_114

export interface MigrateOptions {
  log?: (line: string) => void
  /** How long to go on trying in total. */
  timeoutMs?: number
  /** Only tests have migrations of their own. */
  folder?: URL
}

/** The schema is as it was; the message is one line, in Portuguese, that a person can act on. */
export class MigrationTimeoutError extends Error {
  override name = 'MigrationTimeoutError'
}

/** While a migration waits for a table, everything else that wants the table waits behind it: never longer than this. */
const lockTimeoutMs = 500
const firstPauseMs = 500
const maxPauseMs = 10_000

/**
 * Brings the schema up to date: every `migrations/NNN-name.sql` not yet recorded, in order, all in one transaction, so
 * that two servers that start together cannot both migrate and a crash leaves no half of it. A table that others use for
 * long is tried again and again, with pauses in which they are served. Returns the names applied; throws
 * `MigrationTimeoutError` once `timeoutMs` (10 minutes) are over.
 */
export const migrate = async (db: Db, options: MigrateOptions = {}): Promise<string[]> => {
  const { log = () => {}, timeoutMs = 600_000, folder = productFolder } = options
  const until = Date.now() + timeoutMs
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(2 * pauseMs, maxPauseMs)) {
    try {
      return await db.transaction(tx => applyPending(tx, folder, until - Date.now()))
    } catch (error) {
      if (!isLockTimeout(error)) throw error
      if (Date.now() + pauseMs > until) throw timeoutError(error)
      log(`A atualização do banco de dados espera por tabelas em uso; nova tentativa em ${pauseMs / 1000} s.`)
      await sleep(pauseMs)
    }
  }
}

const applyPending = async (tx: QueryRunner, folder: URL, patienceMs: number): Promise<string[]> => {
  const names = (await readdir(folder)).filter(name => name.endsWith('.sql')).sort()
  await tx.run('set local statement_timeout = 0')
  // Another server migrates: waiting for it holds nobody up.
  await tx.run(`set local lock_timeout = ${Math.max(1, patienceMs)}`)
  await tx.run('select pg_advisory_xact_lock($1)', [migrationLock])
  await tx.run(`set local lock_timeout = ${lockTimeoutMs}`)
  await tx.run(
    'create table if not exists migrations (name text primary key, applied_at timestamptz not null default now())',
  )
  const applied = new Set((await tx.rows<{ name: string }>('select name from migrations')).map(row => row.name))
  const pending = names.filter(name => !applied.has(name))
  for (const name of pending) {
    await tx.run(await readFile(new URL(name, folder), 'utf8'))
    await tx.run('insert into migrations (name) values ($1)', [name])
  }
  return pending
}

const timeoutError = (cause: unknown): MigrationTimeoutError =>
  new MigrationTimeoutError(
    'O banco de dados não pôde ser atualizado: outras consultas usam as tabelas há tempo demais. Nada mudou; encerre-as e inicie de novo.',
    { cause },
  )
