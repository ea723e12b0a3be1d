import type { Stage } from '#contract/leads/lead-status.ts'
import { importUndoDays } from '#contract/retention.ts'
import type {
  DuplicatePolicy,
  Import,
  ImportCheck,
  ImportColumn,
  ImportLayout,
  ImportState,
  UndoResult,
} from '#contract/spreadsheets/import.ts'
import { workingStates } from '#contract/spreadsheets/import.ts'
import { type QueryRunner, toIsoTimestamp } from '../db/client.ts'
import type { Cell } from './read-text.ts'

export interface ImportRow {
  account_id: string
  id: string
  created_by: string
  created_by_nome: string
  created_at: string
  file_name: string
  bytes: number
  state: ImportState
  error: string | null
  layout: ImportLayout | null
  sheets: string[]
  columns: ImportColumn[]
  headings: string | null
  policy: DuplicatePolicy
  default_stage: Stage
  origem: Import['origem']
  base_legal: Import['baseLegal']
  check_result: ImportCheck | null
  total: number
  done: number
  created: number
  updated: number
  skipped: number
  failed: number
  erased: number
  last_line: number
  last_lead: string | null
  /** The member who requested the undo. */
  undone_by: string | null
  finished_at: string | null
  undone: UndoResult | null
}

const dayMs = 24 * 60 * 60 * 1000

const undoUntilOf = ({ state, finished_at, created, updated }: ImportRow, now: Date): string | null => {
  if (finished_at === null || (state !== 'done' && state !== 'canceled') || created + updated === 0) return null
  const until = new Date(new Date(finished_at).getTime() + importUndoDays * dayMs)
  return until > now ? until.toISOString() : null
}

export const toImport = (row: ImportRow, now: Date): Import => ({
  _id: row.id,
  fileName: row.file_name,
  bytes: row.bytes,
  createdAt: toIsoTimestamp(row.created_at),
  createdBy: row.created_by_nome,
  state: row.state,
  error: row.error,
  layout: row.layout,
  sheets: row.sheets,
  columns: row.columns,
  policy: row.policy,
  defaultStage: row.default_stage,
  origem: row.origem,
  baseLegal: row.base_legal,
  check: row.check_result,
  total: row.total,
  done: row.done,
  result: { created: row.created, updated: row.updated, skipped: row.skipped, failed: row.failed, erased: row.erased },
  finishedAt: row.finished_at && toIsoTimestamp(row.finished_at),
  undoUntil: undoUntilOf(row, now),
  undo: row.undone,
})

const select = `select i.*, u.nome as created_by_nome
  from imports i join users u on u.account_id = i.account_id and u.id = i.created_by`

export const listImports = (db: QueryRunner, accountId: string): Promise<ImportRow[]> =>
  db.rows(`${select} where i.account_id = $1 order by i.created_at desc, i.id desc limit 50`, [accountId])

export const findImport = (db: QueryRunner, accountId: string, id: string): Promise<ImportRow | undefined> =>
  db.row(`${select} where i.account_id = $1 and i.id = $2`, [accountId, id])

/** Locks the import until the end of the transaction. */
export const lockImport = (tx: QueryRunner, accountId: string, id: string): Promise<ImportRow | undefined> =>
  tx.row(`${select} where i.account_id = $1 and i.id = $2 for update of i`, [accountId, id])

export interface NewImportRow {
  accountId: string
  id: string
  createdBy: string
  createdAt: Date
  fileName: string
  bytes: number
  defaultStage: Stage
}

export const insertImport = (db: QueryRunner, row: NewImportRow): Promise<number> =>
  db.run(
    `insert into imports (account_id, id, created_by, created_at, file_name, bytes, default_stage, state)
     values ($1, $2, $3, $4, $5, $6, $7, 'uploading')`,
    [row.accountId, row.id, row.createdBy, row.createdAt, row.fileName, row.bytes, row.defaultStage],
  )

/** Adds up the file sizes of the imports that an account began since then. */
export const sumImportBytes = async (db: QueryRunner, accountId: string, since: Date): Promise<number> => {
  const text = `select coalesce(sum(bytes), 0)::bigint as bytes from imports where account_id = $1 and created_at > $2`
  return (await db.row<{ bytes: number }>(text, [accountId, since]))?.bytes ?? 0
}

/** Cancels the imports that wait for their user, and deletes their files and rows. */
export const cancelUnstarted = async (tx: QueryRunner, accountId: string, now: Date): Promise<void> => {
  const canceled = await tx.rows<{ id: string }>(
    `update imports set state = 'canceled', finished_at = $2
      where account_id = $1 and started_at is null and state in ('uploading', 'ready', 'failed') returning id`,
    [accountId, now],
  )
  for (const { id } of canceled) {
    await removeParts(tx, { account_id: accountId, id })
    await removeChunks(tx, { account_id: accountId, id })
  }
}

type Changes = Partial<Omit<ImportRow, 'account_id' | 'id' | 'created_by_nome' | 'finished_at'>> & {
  finished_at?: Date
  started_at?: Date
}

const jsonColumns = new Set(['layout', 'sheets', 'columns', 'check_result', 'undone'])

export const updateImport = (
  db: QueryRunner,
  { account_id, id }: Pick<ImportRow, 'account_id' | 'id'>,
  changes: Changes,
): Promise<number> => {
  const entries = Object.entries(changes)
  const values = entries.map(([column, value]) =>
    jsonColumns.has(column) && value !== null ? JSON.stringify(value) : value,
  )
  const list = entries.map(([column], index) => `${column} = $${index + 3}`).join(', ')
  return db.run(`update imports set ${list} where account_id = $1 and id = $2`, [account_id, id, ...values])
}

/** Returns the import that the account's job works on next: the one that was created first. */
export const findImportWork = (db: QueryRunner, accountId: string): Promise<ImportRow | undefined> =>
  db.row(`${select} where i.account_id = $1 and i.state = any ($2) order by i.created_at, i.id limit 1`, [
    accountId,
    workingStates,
  ])

/** Returns the choices of the last import of a file with the same headings. */
export const findSavedChoices = (
  db: QueryRunner,
  accountId: string,
  headings: string,
): Promise<Pick<ImportRow, 'columns' | 'origem' | 'base_legal'> | undefined> => {
  const text = `select columns, origem, base_legal from imports
     where account_id = $1 and md5(headings) = md5($2) and headings = $2 and started_at is not null
     order by created_at desc limit 1`
  return db.row(text, [accountId, headings])
}

type ImportKey = Pick<ImportRow, 'account_id' | 'id'>

export const upsertPart = (db: QueryRunner, { account_id, id }: ImportKey, part: number, content: Buffer) =>
  db.run(
    `insert into import_parts (account_id, import_id, part, content) values ($1, $2, $3, $4)
     on conflict (account_id, import_id, part) do update set content = excluded.content`,
    [account_id, id, part, content],
  )

export const sumPartBytes = async (db: QueryRunner, { account_id, id }: ImportKey): Promise<number> => {
  const text = `select coalesce(sum(octet_length(content)), 0)::bigint as bytes from import_parts
                 where account_id = $1 and import_id = $2`
  return (await db.row<{ bytes: number }>(text, [account_id, id]))?.bytes ?? 0
}

const readBytes = 131_072

/** Reads a file piece by piece. A piece arrives as text of twice its size, so that a whole part would take several MB. */
export async function* readParts(db: QueryRunner, { account_id, id }: ImportKey): AsyncGenerator<Uint8Array> {
  const text = `select part, substring(content from case part when $3 then $4 else 1 end for ${readBytes}) as content
                  from import_parts
                 where account_id = $1 and import_id = $2 and part >= $3 and (part > $3 or octet_length(content) >= $4)
                 order by part limit 1`
  for (let [part, start] = [0, 1]; ; ) {
    const row = await db.row<{ part: number; content: Buffer }>(text, [account_id, id, part, start])
    if (!row) return
    yield row.content
    start = (row.part === part ? start : 1) + readBytes
    part = row.part
  }
}

export const removeParts = (db: QueryRunner, { account_id, id }: ImportKey) =>
  db.run('delete from import_parts where account_id = $1 and import_id = $2', [account_id, id])

export const insertChunk = (db: QueryRunner, { account_id, id }: ImportKey, firstLine: number, rows: Cell[][]) =>
  db.run('insert into import_chunks (account_id, import_id, first_line, rows) values ($1, $2, $3, $4)', [
    account_id,
    id,
    firstLine,
    // PostgreSQL stores no NUL.
    JSON.stringify(rows).replaceAll('\\u0000', ''),
  ])

export const removeChunks = (db: QueryRunner, { account_id, id }: ImportKey) =>
  db.run('delete from import_chunks where account_id = $1 and import_id = $2', [account_id, id])

/** Empties rows about people who were erased. */
export const blankLines = (
  db: QueryRunner,
  { account_id, id }: ImportKey,
  { firstLine, rows }: Chunk,
  lines: number[],
) => {
  const blank = new Set(lines)
  const kept = rows.map((cells, index) => (blank.has(firstLine + index) ? [] : cells))
  return db.run('update import_chunks set rows = $4 where account_id = $1 and import_id = $2 and first_line = $3', [
    account_id,
    id,
    firstLine,
    JSON.stringify(kept),
  ])
}

export interface Chunk {
  firstLine: number
  rows: Cell[][]
}

/** Returns the next chunk after a line. Work ends between chunks, so none is covered in part. */
export const findChunk = async (db: QueryRunner, { account_id, id }: ImportKey, afterLine: number) => {
  const row = await db.row<{ first_line: number; rows: Cell[][] }>(
    `select first_line, rows from import_chunks
      where account_id = $1 and import_id = $2 and first_line > $3
      order by first_line limit 1`,
    [account_id, id, afterLine],
  )
  return row && ({ firstLine: row.first_line, rows: row.rows } satisfies Chunk)
}
