import { type RemovedLead, trashDays } from '#contract/leads/lead-trash.ts'
import type { LeadSort } from '#contract/leads/leads.ts'
import { type QueryRunner, toIsoTimestamp } from '../../db/client.ts'
import { anonymizedColumns, type LeadRow, leadColumns, toLead } from '../fields/lead-columns.ts'
import type { Cursor } from '../read/lead-order.ts'
import { SqlBuilder } from '../read/sql-builder.ts'
import { type LeadView, visibleTo } from '../read/visibility.ts'

/** Order of the trash in a cursor's terms; the cursor's timestamp is that of the removal. */
export const trashSort: LeadSort = '-updatedAt'

type RemovedRow = LeadRow & { removed_key: string; by_id: string | null; by_nome: string | null }

/** Returns one page of the leads that the member can restore, last removed first. */
export const listTrash = async (
  db: QueryRunner,
  view: LeadView,
  { limit, after }: { limit: number; after?: Cursor | undefined },
): Promise<{ leads: RemovedLead[]; next: Cursor | undefined }> => {
  const sql = new SqlBuilder()
  const visible = visibleTo(sql, view)
  const keyset = after
    ? `and (removed_at, id) < (${sql.bind(after.value)}::timestamptz, ${sql.bind(after.id)}::uuid)`
    : ''
  const rows = await db.rows<RemovedRow>(
    `select ${leadColumns.map(column => `l.${column}`).join(', ')}, r.removed_at::text as removed_key,
            u.id as by_id, u.nome as by_nome
       from (select * from removed_leads where ${visible} and lead is not null ${keyset}
              order by removed_at desc, id desc limit ${sql.bind(limit + 1)}) r
       cross join lateral jsonb_populate_record(null::leads, r.lead) l
       left join users u on u.account_id = r.account_id and u.id = r.removed_by and r.removed_by_kind = 'user'
      order by r.removed_at desc, r.id desc`,
    sql.values,
  )
  const last = rows[limit - 1]
  return {
    leads: rows.slice(0, limit).map(row => ({
      lead: toLead(row),
      removedAt: toIsoTimestamp(row.removed_key),
      removedBy: row.by_id === null ? null : { _id: row.by_id, nome: row.by_nome ?? '' },
    })),
    next: rows.length > limit && last ? { sort: trashSort, value: last.removed_key, id: last.id } : undefined,
  }
}

/** Counts the leads that the member can restore. */
export const countTrash = async (db: QueryRunner, view: LeadView): Promise<number> => {
  const sql = new SqlBuilder()
  const text = `select count(*) as count from removed_leads where ${visibleTo(sql, view)} and lead is not null`
  return (await db.row<{ count: number }>(text, sql.values))?.count ?? 0
}

/** Erases the person in leads of the trash. Returns their number. */
export const anonymizeRemovedLeads = (tx: QueryRunner, view: LeadView, ids: readonly string[]): Promise<number> => {
  const sql = new SqlBuilder()
  const cleared = Object.entries(anonymizedColumns).map(([column, value]) => `'${column}', ${value}`)
  return tx.run(
    `update removed_leads
        set lead = (lead || jsonb_build_object(${cleared.join(', ')}, 'anonymized_at', now())) - '{telefone_chave,email_chave}'::text[]
      where ${visibleTo(sql, view)} and id = any (${sql.bind(ids)}) and lead is not null`,
    sql.values,
  )
}

const dayMs = 24 * 60 * 60 * 1000

/** Maximum bytes in the trash of an account that never paid, so that removing leads does not bypass its quota. */
const maxTrialTrashBytes = 20_000_000

/** Records which lead removed ones were merged into. Triggers move their stories. */
export const markMerged = (tx: QueryRunner, view: LeadView, into: string, ids: readonly string[]): Promise<number> => {
  const sql = new SqlBuilder()
  const text = `update removed_leads set merged_into = ${sql.bind(into)} where ${visibleTo(sql, view)} and id = any (${sql.bind(ids)})`
  return tx.run(text, sql.values)
}

/**
 * Records again that a removed lead was merged: into the other one, or into the one that this one was merged into meanwhile. Leaves
 * it alone where that one is gone or anonymized.
 */
export const mergeAgain = (tx: QueryRunner, view: LeadView, id: string, into: string): Promise<number> => {
  const sql = new SqlBuilder()
  const visible = visibleTo(sql, view)
  return tx.run(
    `with recursive removed as not materialized (select id, merged_into, lead from removed_leads where ${visible}),
     merges (id) as (
       select ${sql.bind(into)}::uuid
        union
       select r.merged_into from merges m join removed r on r.id = m.id where r.merged_into is not null),
     kept as (
       select id from leads where ${visible} and id in (select id from merges) and anonymized_at is null
        union all
       select r.id from merges m join removed r on r.id = m.id
        where r.merged_into is null and r.lead is not null and r.lead ->> 'anonymized_at' is null)
     update removed_leads set merged_into = kept.id from kept
      where ${visible} and removed_leads.id = ${sql.bind(id)} and removed_leads.id <> kept.id and merged_into is null`,
    sql.values,
  )
}

/**
 * Prepares leads to come back that were merged and whose time in the trash is over: with their names, the triggers give them
 * their stories back as they do for leads of the trash.
 */
export const nameMerged = (
  tx: QueryRunner,
  accountId: string,
  leads: readonly { _id: string; nome: string; negocio: string }[],
): Promise<number> =>
  tx.run(
    `update removed_leads r set lead = jsonb_build_object('nome', n.nome, 'negocio', n.negocio)
       from unnest($2::uuid[], $3::text[], $4::text[]) n (id, nome, negocio)
      where r.account_id = $1 and r.id = n.id and r.lead is null and r.merged_into is not null`,
    [accountId, leads.map(lead => lead._id), leads.map(lead => lead.nome), leads.map(lead => lead.negocio)],
  )

// The row keeps its version, so that a restored id never repeats one, and which lead it lives on in.
const empty = `update removed_leads set lead = null, user_id = null, removed_at = null, removed_by_kind = null,
                      removed_by = null`

/** Deletes at most `limit` leads that were removed `trashDays` ago. Returns their number. */
export const removeExpiredLeads = (db: QueryRunner, now: Date, limit: number): Promise<number> =>
  db.run(
    `${empty} where (account_id, id) in (
       select account_id, id from removed_leads
        where lead is not null and removed_at < $1 order by removed_at limit $2)`,
    [new Date(now.getTime() - trashDays * dayMs), limit],
  )

/** Deletes at most `limit` leads beyond the size of the trash of accounts that never paid. Returns their number. */
export const removeTrialExcess = (db: QueryRunner, limit: number): Promise<number> =>
  db.run(
    `${empty} where (account_id, id) in (
       select account_id, id from (
         select r.account_id, r.id,
                sum(pg_column_size(r.lead)) over (partition by r.account_id order by r.removed_at desc, r.id desc) as size
           from removed_leads r join accounts a on a.id = r.account_id
          where r.lead is not null and a.subscription_status = 'inactive' and a.subscription_plan is null) s
        where s.size > $1 limit $2)`,
    [maxTrialTrashBytes, limit],
  )

/** Returns those of the ids whose leads are anonymized, also in the trash, or were erased with their person before they left it. */
export const listAnonymizedIds = async (
  tx: QueryRunner,
  accountId: string,
  ids: readonly string[],
): Promise<string[]> => {
  const sql = new SqlBuilder()
  const visible = visibleTo(sql, { accountId })
  const given = `id = any (${sql.bind(ids)})`
  // An anonymization by age has no hashes, and a former state may bring its lead back.
  const erased = `select unnest(lead_ids) as id from anonymizations where account_id = ${sql.bind(accountId)} and key_hashes <> '{}'`
  const rows = await tx.rows<{ id: string }>(
    `select id from leads where ${visible} and ${given} and anonymized_at is not null
     union all select id from removed_leads where ${visible} and ${given} and lead ->> 'anonymized_at' is not null
     union all select id from (${erased}) e where ${given}`,
    sql.values,
  )
  return rows.map(({ id }) => id)
}

/** Returns those of the ids whose leads have stories of their own: they exist or can be restored, and are in no other lead. */
export const listUnmergedIds = async (tx: QueryRunner, view: LeadView, ids: readonly string[]): Promise<string[]> => {
  const sql = new SqlBuilder()
  const given = `${visibleTo(sql, view)} and id = any (${sql.bind(ids)})`
  const rows = await tx.rows<{ id: string }>(
    `select id from leads where ${given}
     union all select id from removed_leads where ${given} and lead is not null and merged_into is null`,
    sql.values,
  )
  return rows.map(({ id }) => id)
}

export interface TrashedLead {
  id: string
  /** Its time in the trash is over; only merged leads are known afterwards. */
  is_emptied: boolean
  /** It lives on in another lead that exists or can be restored. */
  is_merged: boolean
  /** Its person was erased. */
  is_erased: boolean
}

/** Returns those of the ids that are in the trash or were merged into another lead. */
export const listTrashed = (tx: QueryRunner, view: LeadView, ids: readonly string[]): Promise<TrashedLead[]> => {
  const sql = new SqlBuilder()
  return tx.rows(
    `select r.id, r.lead is null as is_emptied,
            exists (select from leads l where l.account_id = r.account_id and l.id = r.merged_into)
              or exists (select from removed_leads k where k.account_id = r.account_id and k.id = r.merged_into
                            and (k.lead is not null or k.merged_into is not null)) as is_merged,
            erased_at(r.account_id, r.lead ->> 'telefone', r.lead ->> 'email') is not null as is_erased
       from removed_leads r
      where ${visibleTo(sql, view)} and r.id = any (${sql.bind(ids)}) and (r.lead is not null or r.merged_into is not null)`,
    sql.values,
  )
}
