import type { AccountBackup, BackupFailure } from '#contract/account-backups/account-backups.ts'
import { type QueryRunner, toIsoTimestamp } from '../db/client.ts'

export type BackupKind = AccountBackup['kind']

export interface BackupRow {
  account_id: string
  id: string
  kind: BackupKind
  created_at: string
  day: string
  seq: number
  leads: number
  bytes: number
  verified_at: string | null
  failure: BackupFailure | null
  loaded_at: string | null
  expires_at: string | null
}

export type BackupKey = Pick<BackupRow, 'account_id' | 'id'>

const toOptional = (text: string | null) => text && toIsoTimestamp(text)

export const toBackup = (row: BackupRow): AccountBackup => ({
  _id: row.id,
  kind: row.kind,
  createdAt: toIsoTimestamp(row.created_at),
  day: row.day,
  leads: row.leads,
  bytes: row.bytes,
  verifiedAt: row.failure === null ? toOptional(row.verified_at) : null,
  failure: row.failure,
  loadedAt: toOptional(row.loaded_at),
  expiresAt: toOptional(row.expires_at),
})

/** A part that is missing or cut shows without reading it. */
const columns = `b.account_id, b.id, b.kind, b.created_at, b.day, b.seq, b.leads, b.bytes, b.verified_at, b.loaded_at,
  b.expires_at, coalesce(b.failure, case when b.bytes <> (
    select coalesce(sum(octet_length(p.content)), 0) from account_backup_parts p
     where p.account_id = b.account_id and p.backup_id = b.id) then 'incomplete' end) as failure`

/** Newest first. */
export const listBackups = (db: QueryRunner, accountId: string): Promise<BackupRow[]> =>
  db.rows(`select ${columns} from account_backups b where b.account_id = $1 order by b.created_at desc, b.id desc`, [
    accountId,
  ])

export const findBackup = (db: QueryRunner, accountId: string, id: string): Promise<BackupRow | undefined> =>
  db.row(`select ${columns} from account_backups b where b.account_id = $1 and b.id = $2`, [accountId, id])

export type NewBackup = Pick<BackupRow, 'account_id' | 'id' | 'kind' | 'day' | 'seq'> & {
  createdAt: Date
  expiresAt: Date | null
}

export const insertBackup = (tx: QueryRunner, row: NewBackup): Promise<number> =>
  tx.run(
    `insert into account_backups (account_id, id, kind, created_at, day, seq, expires_at) values ($1, $2, $3, $4, $5, $6, $7)`,
    [row.account_id, row.id, row.kind, row.createdAt, row.day, row.seq, row.expiresAt],
  )

export const insertPart = (tx: QueryRunner, { account_id, id }: BackupKey, part: number, content: Buffer) =>
  tx.run('insert into account_backup_parts (account_id, backup_id, part, content) values ($1, $2, $3, $4)', [
    account_id,
    id,
    part,
    content,
  ])

type Changes = Partial<Pick<BackupRow, 'day' | 'leads' | 'bytes' | 'failure'>> & {
  verified_at?: Date | null
  loaded_at?: Date
  expires_at?: Date | null
}

export const updateBackup = (db: QueryRunner, { account_id, id }: BackupKey, changes: Changes): Promise<number> => {
  const entries = Object.entries(changes)
  const list = entries.map(([column], index) => `${column} = $${index + 3}`).join(', ')
  return db.run(`update account_backups set ${list} where account_id = $1 and id = $2`, [
    account_id,
    id,
    ...entries.map(([, value]) => value),
  ])
}

/** Reads the parts of a file one by one. */
export async function* readParts(db: QueryRunner, { account_id, id }: BackupKey): AsyncGenerator<Buffer> {
  for (let part = 0; ; part++) {
    const row = await db.row<{ content: Buffer }>(
      'select content from account_backup_parts where account_id = $1 and backup_id = $2 and part = $3',
      [account_id, id, part],
    )
    if (!row) return
    yield row.content
  }
}

/** A backup that a restore reads stays. */
const isUnused = `not exists (select from account_restores r where r.account_id = b.account_id
  and r.state in ('checking', 'copying', 'running', 'undoing') and b.id in (r.backup_id, r.safety_id))`

export const removeBackups = (db: QueryRunner, accountId: string, ids: readonly string[]): Promise<number> =>
  db.run(`delete from account_backups b where b.account_id = $1 and b.id = any ($2) and ${isUnused}`, [accountId, ids])

export const insertLink = (
  tx: QueryRunner,
  { account_id, id }: BackupKey,
  tokenHash: Buffer,
  expiresAt: Date,
): Promise<number> =>
  tx.run('insert into account_backup_links (token_hash, account_id, backup_id, expires_at) values ($1, $2, $3, $4)', [
    tokenHash,
    account_id,
    id,
    expiresAt,
  ])

/** Uses a link up. Returns its backup, or `undefined` for an unknown or expired link. */
export const takeLink = (db: QueryRunner, tokenHash: Buffer, now: Date): Promise<BackupRow | undefined> =>
  db.row(
    `with taken as (delete from account_backup_links where token_hash = $1 returning *)
     select ${columns} from taken t join account_backups b on b.account_id = t.account_id and b.id = t.backup_id
      where t.expires_at > $2`,
    [tokenHash, now],
  )

export const removeOldLinks = (db: QueryRunner, now: Date): Promise<number> =>
  db.run('delete from account_backup_links where expires_at <= $1', [now])

export interface NamedRow {
  _id: string
  nome: string
}

/** Names for readers of a backup, and its place in the feed. Read in the snapshot of the leads. */
export const findBackupContext = async (tx: QueryRunner, accountId: string) => {
  const account = await tx.row<NamedRow & { seq: number }>(
    `select a.id as _id, a.nome, l.seq from accounts a join live l on l.account_id = a.id where a.id = $1`,
    [accountId],
  )
  const members = await tx.rows<NamedRow>('select id as _id, nome from users where account_id = $1 order by id', [
    accountId,
  ])
  const lostReasons = await tx.rows<NamedRow>(
    'select id as _id, nome from lost_reasons where account_id = $1 order by position, id',
    [accountId],
  )
  return account && { account: { _id: account._id, nome: account.nome }, seq: account.seq, members, lostReasons }
}

export const findSeq = async (db: QueryRunner, accountId: string): Promise<number | undefined> =>
  (await db.row<{ seq: number }>('select seq from live where account_id = $1', [accountId]))?.seq

/** Former members, with the members who got their leads. */
export const listHeirs = async (db: QueryRunner, accountId: string): Promise<Map<string, string | null>> => {
  const text = `select id, leads_to from users where account_id = $1 and status = 'removed'`
  const rows = await db.rows<{ id: string; leads_to: string | null }>(text, [accountId])
  return new Map(rows.map(({ id, leads_to }) => [id, leads_to]))
}

/** Accounts that may hold backups, or have some, in the order of their ids. */
export const listAccountsWithBackups = async (db: QueryRunner): Promise<string[]> => {
  const rows = await db.rows<{ id: string }>(
    `select a.id from accounts a
      where a.subscription_status = 'active' and a.subscription_plan <> 'basic'
         or exists (select from users u join identities i on i.id = u.identity_id
                     where u.account_id = a.id and u.team_role = 'owner' and i.role = 'admin')
         or exists (select from account_backups b where b.account_id = a.id)
         or exists (select from account_backup_outages o where o.account_id = a.id)
      order by a.id`,
  )
  return rows.map(({ id }) => id)
}
