import { v7 as uuidv7 } from 'uuid'
import type { AccountTrailAction, AccountTrailEntry } from '#contract/team/team.ts'
import { type QueryRunner, toIsoTimestamp } from '../db/client.ts'

export interface NewAccountTrailEntry {
  accountId: string
  /** Id of the member. */
  actorId: string
  action: AccountTrailAction
  /** Name or e-mail of the person that the action concerns. */
  subject?: string
  details?: Record<string, string>
  ip?: string
  now: Date
}

/** Insert the entry in the transaction of the change. The trail is append-only. */
export const insertAccountTrailEntry = (tx: QueryRunner, entry: NewAccountTrailEntry): Promise<number> =>
  tx.run(
    `insert into account_trail (account_id, id, at, actor_id, action, subject, details, ip)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [
      entry.accountId,
      uuidv7(),
      entry.now,
      entry.actorId,
      entry.action,
      entry.subject ?? null,
      entry.details ?? {},
      entry.ip ?? null,
    ],
  )

interface Row {
  id: string
  at: string
  actor_id: string
  nome: string
  action: AccountTrailAction
  subject: string | null
  details: Record<string, string>
}

/** Latest first. */
export const listAccountTrail = async (
  db: QueryRunner,
  accountId: string,
  limit: number,
  offset: number,
): Promise<AccountTrailEntry[]> => {
  const rows = await db.rows<Row>(
    `select t.id, t.at, t.actor_id, u.nome, t.action, t.subject, t.details
       from account_trail t join users u on u.account_id = t.account_id and u.id = t.actor_id
      where t.account_id = $1 order by t.id desc limit $2 offset $3`,
    [accountId, limit, offset],
  )
  return rows.map(row => ({
    _id: row.id,
    at: toIsoTimestamp(row.at),
    actor: { _id: row.actor_id, nome: row.nome },
    action: row.action,
    subject: row.subject,
    details: row.details,
  }))
}

/** Returns how often members did something with the account since a time. */
export const countAccountTrailSince = async (
  db: QueryRunner,
  accountId: string,
  action: AccountTrailAction,
  since: Date,
): Promise<number> => {
  const text = 'select count(*) as count from account_trail where account_id = $1 and action = $2 and at > $3'
  return (await db.row<{ count: number }>(text, [accountId, action, since]))?.count ?? 0
}

export const countAccountTrail = async (db: QueryRunner, accountId: string): Promise<number> => {
  const text = 'select count(*) as count from account_trail where account_id = $1'
  return (await db.row<{ count: number }>(text, [accountId]))?.count ?? 0
}
