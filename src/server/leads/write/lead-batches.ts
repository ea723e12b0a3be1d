import type { LeadStatus } from '#contract/leads/lead-status.ts'
import type { Lead, RestoredLead } from '#contract/leads/leads.ts'
import type { LegalBasis } from '#contract/privacy/lead-privacy.ts'
import type { QueryRunner } from '../../db/client.ts'
import {
  anonymizedColumns,
  changeableColumns,
  changedColumns,
  editableColumns,
  editableTypes,
  editableValues,
  type LeadChange,
  lostReasonColumns,
  nextStepColumns,
  nextStepValues,
  toLeadForm,
} from '../fields/lead-columns.ts'
import { leadConditions } from '../read/lead-conditions.ts'
import type { ResolvedFilters } from '../read/resolve-filters.ts'
import { SqlBuilder } from '../read/sql-builder.ts'
import { type LeadView, visibleTo } from '../read/visibility.ts'
import type { Growth } from './lead-quota.ts'

// Statements on many leads, called by lead-writer.ts and by imports.

/** A lead at the version that a write is based on. */
export interface VersionedId {
  id: string
  version: number
}

export interface VersionedChange extends VersionedId {
  change: LeadChange
}

/** Leads by id, or all that match the filters. */
export interface LeadChoice {
  ids?: readonly string[] | undefined
  filters?: ResolvedFilters | undefined
  except?: readonly string[] | undefined
}

export interface ChosenLead extends VersionedId {
  status: LeadStatus
  data_fechamento: string | null
  user_id: string | null
  base_legal: LegalBasis | null
  lost_reason_id: string | null
  lost_note: string | null
}

/** Returns those of the leads that still have the given version. */
const versionsText = (sql: SqlBuilder, leads: readonly VersionedId[]): string =>
  `unnest(${sql.bind(leads.map(({ id }) => id))}::uuid[], ${sql.bind(leads.map(({ version }) => version))}::integer[]) w (id, version)`

/** Moves those of the leads to the trash that still have their version. Returns their ids. */
export const removeLeads = async (
  tx: QueryRunner,
  view: LeadView,
  leads: readonly VersionedId[],
): Promise<string[]> => {
  const sql = new SqlBuilder()
  const rows = await tx.rows<{ id: string }>(
    `delete from leads l using ${versionsText(sql, leads)}
      where ${visibleTo(sql, view)} and l.id = w.id and l.version = w.version returning l.id`,
    sql.values,
  )
  return rows.map(({ id }) => id)
}

/** Returns at most `limit` of the chosen leads that the member sees. */
export const listChosenLeads = (
  tx: QueryRunner,
  view: LeadView,
  { ids, filters = {}, except = [] }: LeadChoice,
  limit: number,
): Promise<ChosenLead[]> => {
  const sql = new SqlBuilder()
  const conditions = [leadConditions(sql, view, filters)]
  if (ids) conditions.push(`id = any (${sql.bind(ids)})`)
  if (except.length > 0) conditions.push(`id <> all (${sql.bind(except)})`)
  return tx.rows(
    `select id, version, status, data_fechamento, user_id, base_legal, lost_reason_id, lost_note
       from leads where ${conditions.join(' and ')} limit ${sql.bind(limit)}`,
    sql.values,
  )
}

/** Changes those of the leads that still have their version. Returns their ids and new versions. */
export const rewriteLeads = async (
  tx: QueryRunner,
  view: LeadView,
  changes: readonly VersionedChange[],
): Promise<VersionedId[]> => {
  const sql = new SqlBuilder()
  const rows = sql.bind(JSON.stringify(changes.map(({ id, version, change }) => [id, version, changedColumns(change)])))
  const written = await tx.rows<VersionedId>(
    `update leads l set (${changeableColumns.join(', ')}) = (
         select ${changeableColumns.map(column => `n.${column}`).join(', ')} from jsonb_populate_record(l, r -> 2) n),
       version = l.version + 1, updated_at = now()
       from jsonb_array_elements(${rows}::jsonb) r
      where ${visibleTo(sql, view)} and l.id = (r ->> 0)::uuid and l.version = (r ->> 1)::integer
      returning l.id, l.version`,
    sql.values,
  )
  const ids = new Set(written.map(({ id }) => id))
  const timed = changes.filter(({ id, change }) => ids.has(id) && change.stageSince !== undefined)
  await setStageSince(tx, view, timed)
  return written
}

/** Sets the time in stage that the changes name. A trigger begins it anew with each change of stage, so it is set afterwards. */
const setStageSince = async (tx: QueryRunner, view: LeadView, changes: readonly VersionedChange[]): Promise<void> => {
  if (changes.length === 0) return
  const sql = new SqlBuilder()
  const rows = changes.map(({ id, change }) => [id, change.stageSince, change.isStageSinceExact])
  await tx.run(
    `update leads l set stage_since = (r ->> 1)::timestamptz, stage_since_exact = (r ->> 2)::boolean
       from jsonb_array_elements(${sql.bind(JSON.stringify(rows))}::jsonb) r
      where ${visibleTo(sql, view)} and l.id = (r ->> 0)::uuid and l.stage_since <> (r ->> 1)::timestamptz`,
    sql.values,
  )
}

/**
 * Restores leads from the trash with their next version, those with a version only if they were removed at it. Leads of erased
 * people stay there. Passes the growth to `assertRoom` first. Columns added after a removal get their defaults. Returns the
 * restored ids.
 */
export const restoreLeads = async (
  tx: QueryRunner,
  view: LeadView,
  leads: readonly (Pick<VersionedId, 'id'> & Partial<VersionedId>)[],
  assertRoom: (growth: Growth) => Promise<void>,
): Promise<string[]> => {
  const sql = new SqlBuilder()
  const wanted = `unnest(${sql.bind(leads.map(({ id }) => id))}::uuid[],
    ${sql.bind(leads.map(({ version }) => version ?? null))}::integer[]) w (wanted, wanted_version)`
  const removed = `select id, lead, array(select jsonb_object_keys(lead)) as keys from removed_leads, ${wanted}
    where ${visibleTo(sql, view)} and id = wanted and lead is not null and version = coalesce(wanted_version, version)
      and erased_at(account_id, lead ->> 'telefone', lead ->> 'email') is null`
  const groups = await tx.rows<{ columns: string[]; ids: string[]; bytes: number }>(
    `select ids, bytes, array(
         select quote_ident(attname) from pg_attribute where attrelid = 'leads'::regclass and attnum > 0
            and not attisdropped and attgenerated = '' and attname = any (keys)) as columns
       from (select keys, array_agg(id) as ids, sum(lead_bytes(jsonb_populate_record(null::leads, lead)))::bigint as bytes
               from (${removed}) r group by keys) g`,
    sql.values,
  )
  const ids = groups.flatMap(group => group.ids)
  await assertRoom({ leads: ids.length, bytes: groups.reduce((sum, { bytes }) => sum + bytes, 0) })
  for (const group of groups) {
    const columns = group.columns.join(', ')
    await tx.run(
      `insert into leads (${columns})
       select ${columns} from (select lead || jsonb_build_object('version', version + 1) as next
                                 from removed_leads where account_id = $1 and id = any ($2)) r,
              jsonb_populate_record(null::leads, r.next)`,
      [view.accountId, group.ids],
    )
  }
  return ids
}

/** Assigns leads to a member, or to none. Returns the number of reassigned leads. */
export const assignLeads = (tx: QueryRunner, view: LeadView, ids: readonly string[], userId: string | null) => {
  const sql = new SqlBuilder()
  const responsible = `${sql.bind(userId)}::uuid`
  return tx.run(
    `update leads set user_id = ${responsible}, version = version + 1, updated_at = now()
      where ${visibleTo(sql, view)} and id = any (${sql.bind(ids)}) and user_id is distinct from ${responsible}`,
    sql.values,
  )
}

/** Assigns all leads of a member to another, or to none. Returns their number. */
export const reassignLeads = (tx: QueryRunner, view: LeadView, from: string, to: string | null) => {
  const sql = new SqlBuilder()
  return tx.run(
    `update leads set user_id = ${sql.bind(to)}::uuid, version = version + 1, updated_at = now()
      where ${visibleTo(sql, view)} and user_id = ${sql.bind(from)}`,
    sql.values,
  )
}

/** Erases the person in leads, which keep stage, value, dates and responsible member. Returns their number. */
export const anonymizeLeads = (tx: QueryRunner, view: LeadView, ids: readonly string[]) => {
  const sql = new SqlBuilder()
  const cleared = Object.entries(anonymizedColumns).map(([column, value]) => `${column} = ${value}`)
  return tx.run(
    `update leads set ${cleared.join(', ')}, anonymized_at = now(), version = version + 1
      where ${visibleTo(sql, view)} and id = any (${sql.bind(ids)}) and anonymized_at is null`,
    sql.values,
  )
}

/** A file of an earlier release lacks these columns, so the stored value stays. */
const overwrites: Record<string, string> = {
  origem: 'coalesce(excluded.origem, leads.origem)',
  base_legal: 'coalesce(excluded.base_legal, leads.base_legal)',
  nao_contatar: 'excluded.nao_contatar or leads.nao_contatar',
}

/** Adds leads, and overwrites existing ones. Returns their number. */
export const upsertLeads = (
  tx: QueryRunner,
  accountId: string,
  userId: string | null,
  leads: readonly RestoredLead[],
): Promise<number> => {
  const rows = leads.map(lead => [lead._id, lead.createdAt ?? null, lead.updatedAt ?? null, ...editableValues(lead)])
  const types = ['uuid', 'timestamptz', 'timestamptz', ...editableTypes]
  const [id, createdAt, updatedAt, ...written] = types.map((type, index) => `(r ->> ${index})::${type}`)
  return tx.run(
    `insert into leads (account_id, user_id, id, version, created_at, updated_at, ${editableColumns.join(', ')})
     select $1, $2, ${id}, coalesce(g.version + 1, 1),
            least(coalesce(${createdAt}, now()), now()), least(coalesce(${updatedAt}, now()), now()), ${written.join(', ')}
       from jsonb_array_elements($3::jsonb) r
       left join removed_leads g on g.account_id = $1 and g.id = ${id}
     on conflict (account_id, id) do update
       set (${editableColumns.join(', ')}) = row(${editableColumns.map(column => overwrites[column] ?? `excluded.${column}`).join(', ')}),
           version = leads.version + 1, updated_at = now()`,
    [accountId, userId, JSON.stringify(rows)],
  )
}

/** Columns that only a lead from a backup brings along. */
const ownColumns = ['user_id', 'created_at', 'updated_at', 'stage_since', 'stage_since_exact', 'anonymized_at']
const reinsertedColumns = [...ownColumns, ...nextStepColumns, ...lostReasonColumns, ...editableColumns]

/** Adds leads with all their fields, unless the account has their ids. A former version continues. Returns the added ids. */
export const reinsertLeads = async (tx: QueryRunner, accountId: string, leads: readonly Lead[]): Promise<string[]> => {
  const rows = leads.map(lead => [
    lead._id,
    lead.version,
    Object.fromEntries(
      [
        ...[lead.userId, lead.createdAt, lead.updatedAt, lead.stageSince, lead.isStageSinceExact, lead.anonymizedAt],
        ...nextStepValues(lead.nextStep),
        ...[lead.lostReasonId, lead.lostNote],
        ...editableValues(toLeadForm(lead)),
      ].map((value, index) => [reinsertedColumns[index], value]),
    ),
  ])
  const columns = reinsertedColumns.join(', ')
  const inserted = await tx.rows<{ id: string }>(
    `insert into leads (account_id, id, version, ${columns})
     select $1, (r ->> 0)::uuid, greatest(g.version, (r ->> 1)::integer) + 1, ${reinsertedColumns.map(column => `n.${column}`).join(', ')}
       from jsonb_array_elements($2::jsonb) r
       cross join lateral jsonb_populate_record(null::leads, r -> 2) n
       left join removed_leads g on g.account_id = $1 and g.id = (r ->> 0)::uuid
     on conflict (account_id, id) do nothing returning id`,
    [accountId, JSON.stringify(rows)],
  )
  return inserted.map(({ id }) => id)
}
