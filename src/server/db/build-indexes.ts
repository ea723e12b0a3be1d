import type { Db, QueryRunner } from './client.ts'

/** First line of a migration that contains only `create index concurrently` statements, and calls of procedures that fill tables. */
const indexMark = '-- Builds indexes concurrently.'

export const isIndexFile = (text: string): boolean => text.startsWith(indexMark)

// Not the lock of `migrate`: a server that waits for a lock has a snapshot, and the build waits for the end of older snapshots.
const indexLock = 7_203_115
const slowMs = 2000

interface IndexStatement {
  name: string
  text: string
}

/** Throws for any other statement. A procedure commits by itself and can be called again after an interruption. */
export const indexStatementsOf = (text: string): IndexStatement[] =>
  text
    .replace(/^--.*$/gm, '')
    .split(';')
    .map(statement => statement.trim())
    .filter(statement => statement !== '')
    .map(statement => {
      const pattern = /^create (?:unique )?index concurrently (\w+)\s+on |^call (\w+)\(\)$/
      const [, index, procedure] = pattern.exec(statement) ?? []
      const name = index ?? procedure
      if (name === undefined)
        throw new Error(`neither "create index concurrently name on" nor "call name()": ${statement}`)
      return { name, text: statement.replace(' concurrently ', ' concurrently if not exists ') }
    })

/** An interrupted build leaves an invalid index, which slows down writes and finds nothing. */
const buildIndex = async (queries: QueryRunner, { name, text }: IndexStatement): Promise<void> => {
  const invalid = 'select from pg_index where indexrelid = to_regclass($1) and not indisvalid'
  if (await queries.row(invalid, [name])) await queries.run(`drop index concurrently if exists ${name}`)
  await queries.run(text)
}

/** Another process builds the indexes. */
export class IndexesBusyError extends Error {
  override name = 'IndexesBusyError'
}

/**
 * Builds the indexes of a migration without blocking writers, and records it. Returns `false` if another process has built them.
 * Throws `IndexesBusyError` while another process builds, and rejects when it waits `patienceMs` for other transactions.
 */
export const buildIndexes = (
  db: Db,
  { name, text }: { name: string; text: string },
  { patienceMs, log }: { patienceMs: number; log: (line: string) => void },
): Promise<boolean> =>
  db.transaction(async tx => {
    await tx.run('set local idle_in_transaction_session_timeout = 0')
    // Without parameters, so that no portal keeps a snapshot for which the build would wait.
    const lock = await tx.row<{ free: boolean }>(`select pg_try_advisory_xact_lock(${indexLock}) as free`)
    if (!lock?.free) throw new IndexesBusyError('another process builds the indexes')
    for (const statement of indexStatementsOf(text)) {
      const line = `Atualizando o banco de dados (${statement.name}): pode levar alguns minutos; servidores no ar continuam atendendo.`
      const timer = setTimeout(() => log(line), slowMs)
      await db
        .outsideTransaction(Math.max(1, patienceMs), queries => buildIndex(queries, statement))
        .finally(() => clearTimeout(timer))
    }
    return (await tx.run('insert into migrations (name) values ($1) on conflict do nothing', [name])) === 1
  })
