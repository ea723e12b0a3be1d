import { readdir, readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { buildIndexes, IndexesBusyError, isIndexFile } from './build-indexes.ts'
import { type Db, isLockTimeout, type QueryRunner } from './client.ts'

const productFolder = new URL('../../../migrations/', import.meta.url)
// Advisory lock key. It must be the same in every release, so that only one server migrates at a time.
const migrationLock = 7_203_114

export interface MigrateOptions {
  log?: (line: string) => void
  /** Total timeout. */
  timeoutMs?: number
  /** For tests with their own migrations. */
  folder?: URL
}

/** Only complete files are applied. The message is one Portuguese line that the operator can act on. */
export class MigrationTimeoutError extends Error {
  override name = 'MigrationTimeoutError'
}

/** A newer release migrated the database, and this release cannot use the schema. */
export class NewerSchemaError extends Error {
  override name = 'NewerSchemaError'
}

/** First line of a migration that breaks earlier releases: they do not start and become not ready. */
const breakingMark = '-- Breaks earlier releases.'

/** Other queries on the table queue behind a waiting migration, at most for this duration. */
const lockTimeoutMs = 500
const firstPauseMs = 500
const maxPauseMs = 10_000

/**
 * Applies every unrecorded `migrations/NNN-name.sql` in order and returns the names of those that this process applied. Each file
 * is one transaction, so that its locks end with it; retries while a table is locked. Files of indexes are built outside a
 * transaction. Throws `MigrationTimeoutError` after `timeoutMs` (10 minutes) of waiting and `NewerSchemaError`.
 */
export const migrate = async (db: Db, options: MigrateOptions = {}): Promise<string[]> => {
  const { log = () => {}, timeoutMs = 600_000, folder = productFolder } = options
  const until = Date.now() + timeoutMs
  const applied: string[] = []
  for (;;) {
    const next = await retryWhileLocked(until, log, () =>
      db.transaction(tx => applyNext(tx, folder, until - Date.now())),
    )
    if (next === undefined) return applied
    const build = () => buildIndexes(db, next, { patienceMs: until - Date.now(), log })
    const isOwn = !next.hasIndexes || (await retryWhileLocked(until, log, build))
    if (isOwn) applied.push(next.name)
  }
}

const retryWhileLocked = async <Result>(
  until: number,
  log: (line: string) => void,
  attempt: () => Promise<Result>,
): Promise<Result> => {
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(2 * pauseMs, maxPauseMs)) {
    try {
      return await attempt()
    } catch (error) {
      if (!isLockTimeout(error) && !(error instanceof IndexesBusyError)) throw error
      if (Date.now() + pauseMs > until) throw timeoutError(error)
      log(`A atualização do banco de dados espera por tabelas em uso; nova tentativa em ${pauseMs / 1000} s.`)
      await sleep(pauseMs)
    }
  }
}

const namesIn = async (folder: URL): Promise<string[]> =>
  (await readdir(folder)).filter(name => name.endsWith('.sql')).sort()

const tableText = `create table if not exists migrations (
  name text primary key, applied_at timestamptz not null default now(), breaks_earlier boolean not null default false)`

/** Alters the table only if the column is missing, because the lock would delay readiness checks of other servers. */
const prepareTable = async (tx: QueryRunner): Promise<void> => {
  await tx.run(tableText)
  const known = await tx.row(
    `select from pg_attribute where attrelid = 'migrations'::regclass and attname = 'breaks_earlier'`,
  )
  if (!known) await tx.run('alter table migrations add column breaks_earlier boolean not null default false')
}

/** Returns the name of the latest breaking migration after the last of `names`. */
const findBreaking = async (db: QueryRunner, names: readonly string[]): Promise<string | undefined> => {
  const text = 'select name from migrations where breaks_earlier and name > $1 order by name desc limit 1'
  return (await db.row<{ name: string }>(text, [names.at(-1) ?? '']))?.name
}

let productNames: Promise<string[]> | undefined

/** Is true when a newer release has migrated the database to an incompatible schema. */
export const isSchemaNewer = async (db: QueryRunner): Promise<boolean> => {
  productNames ??= namesIn(productFolder)
  return (await findBreaking(db, await productNames)) !== undefined
}

/** Is true when a filled database lacks migrations of this release. False for an empty one. */
export const hasPendingMigrations = async (db: QueryRunner, folder = productFolder): Promise<boolean> => {
  if (!(await db.row(`select where to_regclass('migrations') is not null`))) return false
  const names = await namesIn(folder)
  return (
    (await db.row('select where not $1::text[] <@ (select array_agg(name) from migrations)', [names])) !== undefined
  )
}

interface Applied {
  name: string
  text: string
  /** Still to be built. */
  hasIndexes: boolean
}

/** Applies the first pending file, unless it contains indexes. Returns `undefined` when none is pending. */
const applyNext = async (tx: QueryRunner, folder: URL, patienceMs: number): Promise<Applied | undefined> => {
  const names = await namesIn(folder)
  await tx.run('set local statement_timeout = 0')
  // Waiting for another server's migration blocks no queries.
  await tx.run(`set local lock_timeout = ${Math.max(1, patienceMs)}`)
  await tx.run('select pg_advisory_xact_lock($1)', [migrationLock])
  await tx.run(`set local lock_timeout = ${lockTimeoutMs}`)
  await prepareTable(tx)
  const breaking = await findBreaking(tx, names)
  if (breaking) throw newerError(breaking)
  const applied = new Set((await tx.rows<{ name: string }>('select name from migrations')).map(row => row.name))
  const name = names.find(candidate => !applied.has(candidate))
  if (name === undefined) return undefined
  const text = await readFile(new URL(name, folder), 'utf8')
  const next = { name, text, hasIndexes: isIndexFile(text) }
  if (next.hasIndexes) return next
  await tx.run(text)
  const values = [name, text.startsWith(breakingMark)]
  await tx.run('insert into migrations (name, breaks_earlier) values ($1, $2)', values)
  return next
}

const newerError = (name: string): NewerSchemaError =>
  new NewerSchemaError(
    `O banco de dados já é de uma versão mais nova do que esta (${name}). Inicie a versão mais nova; nada mudou.`,
  )

const timeoutError = (cause: unknown): MigrationTimeoutError =>
  new MigrationTimeoutError(
    'O banco de dados não pôde ser atualizado: outras consultas usam as tabelas há tempo demais. O que já foi atualizado continua valendo; encerre-as e inicie novamente.',
    { cause },
  )
