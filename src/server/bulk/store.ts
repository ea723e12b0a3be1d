import type { BulkResult, UndoneBulk } from '#contract/bulk/bulk.ts'
import type { QueryRunner } from '../db/client.ts'
import type { LeadChange } from '../leads/fields/lead-columns.ts'

export type BulkKind = 'move' | 'assign' | 'remove' | 'merge' | 'basis'

export interface BulkChange {
  created_by: string
  kind: BulkKind
  result: BulkResult
  undone: UndoneBulk | null
}

export interface BulkChangedLead {
  id: string
  /** Changed fields with their earlier values; null for a removed lead. */
  before: LeadChange | null
  /** Version after the change, or at the removal. */
  version: number
}

export const findBulkChange = (tx: QueryRunner, accountId: string, id: string): Promise<BulkChange | undefined> =>
  tx.row('select created_by, kind, result, undone from bulk_changes where account_id = $1 and id = $2', [accountId, id])

/** Stores a change with what was before. The caller holds the account's lock. */
export const insertBulkChange = async (
  tx: QueryRunner,
  accountId: string,
  { created_by, kind, result }: Omit<BulkChange, 'undone'>,
  leads: readonly BulkChangedLead[],
  now: Date,
): Promise<void> => {
  await tx.run(
    `insert into bulk_changes (account_id, id, created_by, created_at, kind, result) values ($1, $2, $3, $4, $5, $6)`,
    [accountId, result._id, created_by, now, kind, JSON.stringify(result)],
  )
  await tx.run(
    `insert into bulk_changed_leads (account_id, bulk_id, lead_id, before, version_after)
     select $1, $2, (r ->> 0)::uuid, nullif(r -> 1, 'null'::jsonb), (r ->> 2)::integer from jsonb_array_elements($3::jsonb) r`,
    [accountId, result._id, JSON.stringify(leads.map(({ id, before, version }) => [id, before, version]))],
  )
}

export const listBulkChangedLeads = (tx: QueryRunner, accountId: string, id: string): Promise<BulkChangedLead[]> =>
  tx.rows(
    `select lead_id as id, before, version_after as version from bulk_changed_leads where account_id = $1 and bulk_id = $2`,
    [accountId, id],
  )

export const updateUndone = (tx: QueryRunner, accountId: string, id: string, undone: UndoneBulk): Promise<number> =>
  tx.run('update bulk_changes set undone = $3 where account_id = $1 and id = $2', [
    accountId,
    id,
    JSON.stringify(undone),
  ])

/** Deletes at most `limit` leads of old changes. Returns their number. */
export const removeOldBulkLeads = (db: QueryRunner, before: Date, limit: number): Promise<number> =>
  db.run(
    `delete from bulk_changed_leads where (account_id, bulk_id, lead_id) in (
       select l.account_id, l.bulk_id, l.lead_id
         from bulk_changes c join bulk_changed_leads l on l.account_id = c.account_id and l.bulk_id = c.id
        where c.created_at < $1 limit $2)`,
    [before, limit],
  )

/** Deletes at most `limit` old changes, with the leads that they still have. Returns their number. */
export const removeOldBulkChanges = (db: QueryRunner, before: Date, limit: number): Promise<number> =>
  db.run(
    `delete from bulk_changes where (account_id, id) in (
       select account_id, id from bulk_changes where created_at < $1 limit $2)`,
    [before, limit],
  )
