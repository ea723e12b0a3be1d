import { unassigned, withoutReason } from '#contract/leads/filter-readers.ts'
import { decidedStages, type OpenStage, openStages, stageOf } from '#contract/leads/lead-status.ts'
import type { StalledBefore } from '../../stage-limits/find-stage-limits.ts'
import { leadSearchCondition } from './lead-search.ts'
import type { ResolvedFilters } from './resolve-filters.ts'
import type { SqlBuilder } from './sql-builder.ts'
import { type LeadView, visibleTo } from './visibility.ts'

/** Tables that conditions of leads can be about. `lead_search` has the same columns, but not all of them. */
export type LeadTable = 'leads' | 'lead_search' | 'lead_totals'

const responsibleCondition = (sql: SqlBuilder, userId: string, table: LeadTable): string => {
  const isTotals = table === 'lead_totals'
  if (userId === unassigned) return isTotals ? 'owner_key = owner_key(null)' : 'user_id is null'
  return `${isTotals ? 'owner_key' : 'user_id'} = ${sql.bind(userId)}::uuid`
}

/** Leads that entered their stage too long ago. */
const stalledCondition = (sql: SqlBuilder, before: StalledBefore): string => {
  const ofStages = Object.entries(before).map(
    ([stage, since]) => `(stage = ${sql.bind(stage)} and stage_since < ${sql.bind(since)})`,
  )
  return ofStages.length === 0 ? 'false' : `(${ofStages.join(' or ')})`
}

const lostReasonCondition = (sql: SqlBuilder, id: string): string =>
  `stage = 'perdido' and ${id === withoutReason ? 'lost_reason_id is null' : `lost_reason_id = ${sql.bind(id)}::uuid`}`

/** Shorter stays are a slip or a move that was undone. */
export const minStaySeconds = 5 * 60

/** Whether an entry of a move shows that its lead was in the stage it left: not if a slip was taken back. */
export const wasInStage = (entry: string, open: string): string =>
  `(not ${entry}.from_since_exact or ${entry}.at >= ${entry}.from_since + ${minStaySeconds} * interval '1 second'
    or array_position(${open}, ${entry}.to_stage) is null
    or array_position(${open}, ${entry}.to_stage) > array_position(${open}, ${entry}.from_stage))`

/** Leads that came to an open stage or to a later one themselves, not by a merge. Won leads came to all. */
const reachedCondition = (sql: SqlBuilder, stage: OpenStage): string => {
  const open = `${sql.bind(openStages)}::text[]`
  const later = `${sql.bind(openStages.slice(openStages.indexOf(stage)))}::text[]`
  const began = stage === openStages[0] ? 'true' : 'false'
  return `(${began} or stage = 'ganho' or stage = any (${later}) or exists (
    select from story_entries e where e.account_id = leads.account_id and e.lead_id = leads.id and not e.is_conversation
       and e.kind = 'stage' and e.merged_from = '{}' and e.from_stage = any (${later}) and ${wasInStage('e', open)}))`
}

/** Conditions of every read: first what the member sees, then the filters. */
export const leadConditions = (
  sql: SqlBuilder,
  view: LeadView,
  filters: ResolvedFilters,
  table: LeadTable = 'leads',
): string => {
  const all = [visibleTo(sql, view, table)]
  if (filters.search && table !== 'lead_totals') all.push(leadSearchCondition(sql, view, filters.search, table))
  if (filters.status) all.push(`status = ${sql.bind(filters.status)}`, `stage = ${sql.bind(stageOf(filters.status))}`)
  if (filters.stage) all.push(`stage = ${sql.bind(filters.stage)}`)
  if (filters.userId) all.push(responsibleCondition(sql, filters.userId, table))
  if (filters.stalledBefore) all.push(stalledCondition(sql, filters.stalledBefore))
  if (filters.open) all.push(`stage = any (${sql.bind(openStages)})`)
  if (filters.decided) all.push(`stage = any (${sql.bind(decidedStages)})`)
  if (filters.reached) all.push(reachedCondition(sql, filters.reached))
  if (filters.undated) all.push('data_fechamento is null')
  if (filters.noBasis) all.push('base_legal is null and anonymized_at is null')
  if (filters.lostReasonId) all.push(lostReasonCondition(sql, filters.lostReasonId))
  if (filters.stageSinceFrom) all.push(`stage_since >= ${sql.bind(filters.stageSinceFrom)}`)
  if (filters.stageSinceUntil) all.push(`stage_since < ${sql.bind(filters.stageSinceUntil)}`)
  if (filters.dataProspeccaoInicio) all.push(`data_prospeccao >= ${sql.bind(filters.dataProspeccaoInicio)}`)
  if (filters.dataProspeccaoFim) all.push(`data_prospeccao <= ${sql.bind(filters.dataProspeccaoFim)}`)
  if (filters.dataFechamentoInicio) all.push(`data_fechamento >= ${sql.bind(filters.dataFechamentoInicio)}`)
  if (filters.dataFechamentoFim) all.push(`data_fechamento <= ${sql.bind(filters.dataFechamentoFim)}`)
  return all.join(' and ')
}
