import type { Lead } from '#contract/leads/leads.ts'
import type { QueryRunner } from '../../db/client.ts'
import { type LeadRow, leadColumns, toLead } from '../fields/lead-columns.ts'
import { SqlBuilder } from './sql-builder.ts'
import { type LeadView, visibleTo } from './visibility.ts'

interface ContactKeys {
  ids: readonly string[]
  phones: readonly string[]
  emails: readonly string[]
}

export interface MatchingLead {
  lead: Lead
  phone: string | null
  email: string | null
}

/**
 * Returns the leads that have one of the ids, phone keys or e-mail keys, oldest first. Thousands may share a placeholder, so
 * callers that need few of them say so.
 */
export const listMatchingLeads = async (
  queries: QueryRunner,
  view: LeadView,
  { ids, phones, emails }: ContactKeys,
  { createdSince, limit }: { createdSince?: Date; limit?: number } = {},
): Promise<MatchingLead[]> => {
  const sql = new SqlBuilder()
  const visible = visibleTo(sql, view) + (createdSince ? ` and created_at >= ${sql.bind(createdSince)}` : '')
  const first = limit === undefined ? '' : ` limit ${sql.bind(limit)}`
  const matching = (column: string, type: string, keys: readonly string[]) => {
    const all = `select * from leads where ${visible} and ${column} = any (${sql.bind(keys)}::${type}[])`
    // `offset 0`: PostgreSQL finds the key first, instead of going through all leads by age.
    return first ? `(select * from (${all} offset 0) l order by created_at, id${first})` : all
  }
  const text = `select distinct on (created_at, id) ${leadColumns.join(', ')}, telefone_chave, email_chave from (
      ${matching('id', 'uuid', ids)}
      union all ${matching('telefone_chave', 'text', phones)}
      union all ${matching('email_chave', 'text', emails)}) l
    order by created_at, id${first}`
  const rows = await queries.rows<LeadRow & { telefone_chave: string | null; email_chave: string | null }>(
    text,
    sql.values,
  )
  return rows.map(row => ({ lead: toLead(row), phone: row.telefone_chave, email: row.email_chave }))
}
