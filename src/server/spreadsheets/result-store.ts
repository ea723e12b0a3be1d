import type { QueryRunner } from '../db/client.ts'
import type { LeadChange } from '../leads/fields/lead-columns.ts'
import type { ImportRow } from './store.ts'

type ImportKey = Pick<ImportRow, 'account_id' | 'id'>

export interface Failure {
  line: number
  reason: string
}

export const insertFailures = (tx: QueryRunner, { account_id, id }: ImportKey, failures: readonly Failure[]) =>
  tx.run(
    `insert into import_failures (account_id, import_id, line, reason)
     select $1, $2, f.line, f.reason from unnest($3::integer[], $4::text[]) f (line, reason)
     on conflict do nothing`,
    [account_id, id, failures.map(({ line }) => line), failures.map(({ reason }) => reason)],
  )

export const listFailures = (db: QueryRunner, { account_id, id }: ImportKey, after: number, upTo: number) =>
  db.rows<Failure>(
    `select line, reason from import_failures
      where account_id = $1 and import_id = $2 and line > $3 and line <= $4 order by line`,
    [account_id, id, after, upTo],
  )

export interface ImportedLead {
  id: string
  /** Fields before the import; null for a lead that it created. */
  before: LeadChange | null
  /** Version that the write was based on; 0 for a created lead. */
  versionBefore: number
  version: number
}

/**
 * Records written leads. A lead that several rows changed keeps its first values. If a user changed it between two batches,
 * the recorded version stays behind, so that an undo keeps the lead.
 */
export const upsertImportedLeads = (tx: QueryRunner, { account_id, id }: ImportKey, leads: readonly ImportedLead[]) =>
  tx.run(
    `insert into imported_leads as i (account_id, import_id, lead_id, before, version_after)
     select $1, $2, (r ->> 0)::uuid, nullif(r -> 1, 'null'::jsonb), (r ->> 2)::integer from jsonb_array_elements($3::jsonb) r
     on conflict (account_id, import_id, lead_id) do update
       set version_after = case i.version_after
         when (select (r ->> 3)::integer from jsonb_array_elements($3::jsonb) r where (r ->> 0)::uuid = i.lead_id)
         then excluded.version_after else i.version_after end`,
    [account_id, id, JSON.stringify(leads.map(lead => [lead.id, lead.before, lead.version, lead.versionBefore]))],
  )

export interface UndoneLead {
  lead_id: string
  before: LeadChange | null
  version_after: number
}

export const listImportedLeads = (
  db: QueryRunner,
  { account_id, id }: ImportKey,
  after: string | null,
  limit: number,
): Promise<UndoneLead[]> =>
  db.rows(
    `select lead_id, before, version_after from imported_leads
      where account_id = $1 and import_id = $2 and lead_id > coalesce($3::uuid, '00000000-0000-0000-0000-000000000000')
      order by lead_id limit $4`,
    [account_id, id, after, limit],
  )

export const countImportedLeads = async (db: QueryRunner, { account_id, id }: ImportKey): Promise<number> => {
  const text = 'select count(*) as count from imported_leads where account_id = $1 and import_id = $2'
  return (await db.row<{ count: number }>(text, [account_id, id]))?.count ?? 0
}

export const undoTables = ['import_chunks', 'import_failures', 'imported_leads'] as const

/** Deletes at most `limit` rows that an undo no longer needs. Returns their number. */
export const removeOldRows = (
  db: QueryRunner,
  table: (typeof undoTables)[number],
  undoableSince: Date,
  limit: number,
): Promise<number> =>
  db.run(
    `delete from ${table} where ctid = any (array(
       select t.ctid from ${table} t join imports i on i.account_id = t.account_id and i.id = t.import_id
        where i.finished_at < $1 limit $2))`,
    [undoableSince, limit],
  )

/** Deletes at most `limit` parts of files whose imports have started or ended: earlier releases left some. Returns their number. */
export const removeUnneededParts = (db: QueryRunner, limit: number): Promise<number> =>
  db.run(
    `delete from import_parts where ctid = any (array(
       select t.ctid from import_parts t join imports i on i.account_id = t.account_id and i.id = t.import_id
        where i.started_at is not null or i.finished_at is not null limit $1))`,
    [limit],
  )

/** Deletes at most `limit` abandoned uploads. Returns their number. */
export const removeOldUploads = (db: QueryRunner, abandonedSince: Date, limit: number): Promise<number> =>
  db.run(
    `delete from imports where (account_id, id) in (
       select account_id, id from imports
        where state in ('uploading', 'ready', 'failed', 'canceled') and started_at is null and created_at < $1 limit $2)`,
    [abandonedSince, limit],
  )
