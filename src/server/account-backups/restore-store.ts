import {
  type Restore,
  type RestoreCounts,
  type RestoreMode,
  type RestoreResult,
  type RestoreState,
  type RestoreUndo,
  workingRestoreStates,
} from '#contract/account-backups/restore.ts'
import { restoreUndoDays } from '#contract/retention.ts'
import { type QueryRunner, toIsoTimestamp } from '../db/client.ts'
import type { Step } from './plan-restore.ts'

export interface RestoreRow {
  account_id: string
  id: string
  backup_id: string
  backup_at: string
  safety_id: string | null
  mode: RestoreMode
  state: RestoreState
  created_by: string
  created_at: string
  preview: RestoreCounts | null
  total: number
  done: number
  result: Partial<RestoreResult>
  last_lead: string | null
  error: string | null
  finished_at: string | null
  undone: RestoreUndo | null
}

export type RestoreKey = Pick<RestoreRow, 'account_id' | 'id'>

const dayMs = 24 * 60 * 60 * 1000

export const resultOf = ({ result }: RestoreRow): RestoreResult => ({
  returning: 0,
  changing: 0,
  removing: 0,
  erased: 0,
  kept: 0,
  ...result,
})

const undoUntilOf = (row: RestoreRow, now: Date): string | null => {
  const { returning, changing, removing } = resultOf(row)
  const isOver = row.state === 'done' || row.state === 'canceled'
  if (!isOver || row.finished_at === null || returning + changing + removing === 0) return null
  const until = new Date(new Date(row.finished_at).getTime() + restoreUndoDays * dayMs)
  return until > now ? until.toISOString() : null
}

export const toRestore = (row: RestoreRow, now: Date): Restore => ({
  _id: row.id,
  backupId: row.backup_id,
  backupAt: toIsoTimestamp(row.backup_at),
  mode: row.mode,
  state: row.state,
  createdAt: toIsoTimestamp(row.created_at),
  preview: row.preview,
  total: row.total,
  done: row.done,
  result: resultOf(row),
  error: row.error,
  finishedAt: row.finished_at && toIsoTimestamp(row.finished_at),
  undoUntil: undoUntilOf(row, now),
  undo: row.undone,
})

/** The last ones, newest first. */
export const listRestores = (db: QueryRunner, accountId: string): Promise<RestoreRow[]> =>
  db.rows('select * from account_restores where account_id = $1 order by created_at desc, id desc limit 10', [
    accountId,
  ])

export const findRestore = (db: QueryRunner, accountId: string, id: string): Promise<RestoreRow | undefined> =>
  db.row('select * from account_restores where account_id = $1 and id = $2', [accountId, id])

/** Locks the restore until the end of the transaction. */
export const lockRestore = (tx: QueryRunner, accountId: string, id: string): Promise<RestoreRow | undefined> =>
  tx.row('select * from account_restores where account_id = $1 and id = $2 for update', [accountId, id])

/** Returns the restore that the account's job works on next. */
export const findRestoreWork = (db: QueryRunner, accountId: string): Promise<RestoreRow | undefined> =>
  db.row(`select * from account_restores where account_id = $1 and state = any ($2) order by created_at, id limit 1`, [
    accountId,
    workingRestoreStates,
  ])

export const insertRestore = (
  tx: QueryRunner,
  row: Pick<RestoreRow, 'account_id' | 'id' | 'backup_id' | 'backup_at' | 'mode' | 'created_by'>,
  now: Date,
): Promise<number> =>
  tx.run(
    `insert into account_restores (account_id, id, backup_id, backup_at, mode, created_by, state, created_at)
     values ($1, $2, $3, $4, $5, $6, 'checking', $7)`,
    [row.account_id, row.id, row.backup_id, row.backup_at, row.mode, row.created_by, now],
  )

/** Deletes the restores that were never started. A job that still counts one of them finds it gone. */
export const removeUnstarted = (tx: QueryRunner, accountId: string): Promise<number> =>
  tx.run('delete from account_restores where account_id = $1 and started_at is null', [accountId])

type Changes = Partial<Omit<RestoreRow, 'account_id' | 'id' | 'finished_at'>> & {
  finished_at?: Date
  started_at?: Date
}

const jsonColumns = new Set(['preview', 'result', 'undone'])

export const updateRestore = (db: QueryRunner, { account_id, id }: RestoreKey, changes: Changes): Promise<number> => {
  const entries = Object.entries(changes)
  const list = entries.map(([column], index) => `${column} = $${index + 3}`).join(', ')
  return db.run(`update account_restores set ${list} where account_id = $1 and id = $2`, [
    account_id,
    id,
    ...entries.map(([column, value]) => (jsonColumns.has(column) && value !== null ? JSON.stringify(value) : value)),
  ])
}

export interface RestoredLead {
  id: string
  action: Step['action']
  /** After the restore; of a removed lead, at its removal. */
  version: number
}

export const insertRestoredLeads = (
  tx: QueryRunner,
  { account_id, id }: RestoreKey,
  leads: readonly RestoredLead[],
): Promise<number> =>
  tx.run(
    `insert into account_restored_leads (account_id, restore_id, lead_id, action, version_after)
     select $1, $2, l.id, l.action, l.version from unnest($3::uuid[], $4::text[], $5::integer[]) l (id, action, version)`,
    [
      account_id,
      id,
      leads.map(lead => lead.id),
      leads.map(({ action }) => action),
      leads.map(({ version }) => version),
    ],
  )

export const listRestoredLeads = (
  db: QueryRunner,
  { account_id, id }: RestoreKey,
  after: string | null,
  limit: number,
): Promise<RestoredLead[]> =>
  db.rows(
    `select lead_id as id, action, version_after as version from account_restored_leads
      where account_id = $1 and restore_id = $2 and lead_id > coalesce($3::uuid, '00000000-0000-0000-0000-000000000000')
      order by lead_id limit $4`,
    [account_id, id, after, limit],
  )

export const countRestoredLeads = async (db: QueryRunner, { account_id, id }: RestoreKey): Promise<number> => {
  const text = 'select count(*) as count from account_restored_leads where account_id = $1 and restore_id = $2'
  return (await db.row<{ count: number }>(text, [account_id, id]))?.count ?? 0
}

/** Deletes what only an undo needs, after its time. */
export const removeOldRestoredLeads = (db: QueryRunner, finishedBefore: Date): Promise<number> =>
  db.run(
    `delete from account_restored_leads l using account_restores r
      where r.account_id = l.account_id and r.id = l.restore_id and r.state <> 'undoing' and r.finished_at < $1`,
    [finishedBefore],
  )
