import type { Lead, LeadForm } from '#contract/leads/leads.ts'
import type { QueryRunner } from '../db/client.ts'
import { editableColumns, editableTypes, editableValues, type LeadRow, leadColumns, toLead } from './lead-columns.ts'
import { SqlBuilder } from './sql-builder.ts'
import { type LeadView, visibleTo } from './visibility.ts'

// Statements on many leads, called by lead-writer.ts and by imports.

/** A lead at the version that a write is based on. */
export interface VersionedId {
  id: string
  version: number
}

export interface Replacement extends VersionedId {
  lead: LeadForm
}

export interface ContactKeys {
  ids: readonly string[]
  phones: readonly string[]
  emails: readonly string[]
}

export interface MatchingLead {
  lead: Lead
  phone: string | null
  email: string | null
}

/** Returns the leads that have one of the ids, phone keys or e-mail keys, oldest first. */
export const listMatchingLeads = async (
  queries: QueryRunner,
  view: LeadView,
  { ids, phones, emails }: ContactKeys,
): Promise<MatchingLead[]> => {
  const sql = new SqlBuilder()
  const visible = visibleTo(sql, view)
  const matching = (column: string, type: string, keys: readonly string[]) =>
    `select * from leads where ${visible} and ${column} = any (${sql.bind(keys)}::${type}[])`
  const text = `select distinct on (created_at, id) ${leadColumns.join(', ')}, telefone_chave, email_chave from (
      ${matching('id', 'uuid', ids)}
      union all ${matching('telefone_chave', 'text', phones)}
      union all ${matching('email_chave', 'text', emails)}) l
    order by created_at, id`
  const rows = await queries.rows<LeadRow & { telefone_chave: string | null; email_chave: string | null }>(
    text,
    sql.values,
  )
  return rows.map(row => ({ lead: toLead(row), phone: row.telefone_chave, email: row.email_chave }))
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

/** Replaces the fields of those of the leads that still have their version. Returns their ids and new versions. */
export const replaceLeads = async (
  tx: QueryRunner,
  view: LeadView,
  leads: readonly Replacement[],
): Promise<VersionedId[]> => {
  const sql = new SqlBuilder()
  const rows = sql.bind(JSON.stringify(leads.map(({ id, version, lead }) => [id, version, ...editableValues(lead)])))
  const written = editableTypes.map((type, index) => `(r ->> ${index + 2})::${type}`)
  return tx.rows<VersionedId>(
    `update leads l set (${editableColumns.join(', ')}) = row(${written.join(', ')}), version = l.version + 1, updated_at = now()
       from jsonb_array_elements(${rows}::jsonb) r
      where ${visibleTo(sql, view)} and l.id = (r ->> 0)::uuid and l.version = (r ->> 1)::integer
      returning l.id, l.version`,
    sql.values,
  )
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
