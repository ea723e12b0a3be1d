import { unassigned, withoutReason } from '#contract/leads/filter-readers.ts'
import {
  decidedStages,
  type LeadStatus,
  leadStatuses,
  type OpenStage,
  openStages,
  type Stage,
  stageOf,
  stages,
} from '#contract/leads/lead-status.ts'
import type { LeadSort, LeadSortField } from '#contract/leads/leads.ts'
import type { StalledBefore } from '../stage-limits/find-stage-limits.ts'
import { leadSearchCondition } from './lead-search.ts'
import type { ResolvedFilters } from './resolve-filters.ts'
import type { SqlBuilder } from './sql-builder.ts'
import { type LeadView, visibleTo } from './visibility.ts'

const responsibleCondition = (sql: SqlBuilder, userId: string, table: 'leads' | 'lead_totals'): string => {
  if (userId === unassigned) return table === 'leads' ? 'user_id is null' : 'owner_key = owner_key(null)'
  return `${table === 'leads' ? 'user_id' : 'owner_key'} = ${sql.bind(userId)}::uuid`
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

/** Leads that came to an open stage or to a later one. Won leads came to all. */
const reachedCondition = (sql: SqlBuilder, stage: OpenStage): string => {
  const open = `${sql.bind(openStages)}::text[]`
  const later = `${sql.bind(openStages.slice(openStages.indexOf(stage)))}::text[]`
  const began = stage === openStages[0] ? 'true' : 'false'
  return `(${began} or stage = 'ganho' or stage = any (${later}) or exists (
    select from story_entries e where e.account_id = leads.account_id and e.lead_id = leads.id and not e.is_conversation
       and e.kind = 'stage' and e.from_stage = any (${later}) and ${wasInStage('e', open)}))`
}

/** Conditions of every read: first what the member sees, then the filters. */
export const leadConditions = (
  sql: SqlBuilder,
  view: LeadView,
  filters: ResolvedFilters,
  table: 'leads' | 'lead_totals' = 'leads',
): string => {
  const all = [visibleTo(sql, view, table)]
  if (filters.search) all.push(leadSearchCondition(sql, view, filters.search))
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

/**
 * Selects (stage, count, valor_centavos) of all matching leads. `lead_totals` has a few rows per responsible member, so
 * filters by status or member cost the same for every account size; other filters count leads.
 */
export const stageTotalsQuery = (sql: SqlBuilder, view: LeadView, filters: ResolvedFilters): string => {
  const { status, stage, userId, ...others } = filters
  if (!Object.values(others).every(value => value === undefined)) {
    const where = leadConditions(sql, view, filters)
    return `select stage, count(*) as count, sum(valor_servico_centavos)::bigint as valor_centavos
              from leads where ${where} group by stage`
  }
  const where = leadConditions(sql, view, { status, stage, userId }, 'lead_totals')
  return `select stage, sum(count)::bigint as count, sum(valor_centavos)::bigint as valor_centavos
            from lead_totals where ${where} group by stage`
}

const funnelOrder: LeadStatus[] = stages.flatMap((stage: Stage) =>
  leadStatuses.filter(status => stageOf(status) === stage),
)
const statusPosition = `array_position('{${funnelOrder.join(',')}}'::text[], status)`

interface SortKey {
  sql: string
  type: string
}

/** SQL expression of each sort. Leads without a closing date are last in both directions. */
const sortKey = (field: LeadSortField, descending: boolean): SortKey => {
  switch (field) {
    case 'createdAt':
      return { sql: 'created_at', type: 'timestamptz' }
    case 'updatedAt':
      return { sql: 'updated_at', type: 'timestamptz' }
    case 'nome':
    case 'negocio':
      return { sql: `${field} collate "pt-BR-x-icu"`, type: 'text' }
    case 'valorServico':
      return { sql: 'valor_servico_centavos', type: 'bigint' }
    case 'status':
      return { sql: statusPosition, type: 'integer' }
    case 'dataProspeccao':
      return { sql: 'data_prospeccao', type: 'date' }
    case 'dataFechamento':
      return { sql: `coalesce(data_fechamento, '${descending ? '-' : ''}infinity'::date)`, type: 'date' }
  }
}

export interface LeadOrder {
  key: SortKey
  direction: 'asc' | 'desc'
  orderBy: string
  /** An index has all leads of an account in this order. */
  isIndexed: boolean
}

/** Order of a list. The id breaks ties, so that pages neither repeat nor skip a lead. */
export const leadOrder = (sort: LeadSort): LeadOrder => {
  const descending = sort.startsWith('-')
  const field = sort.replace('-', '') as LeadSortField
  const key = sortKey(field, descending)
  const direction = descending ? 'desc' : 'asc'
  const isIndexed = field === 'createdAt' || field === 'updatedAt'
  return { key, direction, orderBy: `${key.sql} ${direction}, id ${direction}`, isIndexed }
}

export interface Cursor {
  sort: LeadSort
  value: string
  id: string
}

/** Keyset condition: selects the leads after the cursor, so that a late page costs what the first does. */
export const keysetCondition = (sql: SqlBuilder, { key, direction }: LeadOrder, cursor: Cursor): string =>
  `(${key.sql}, id) ${direction === 'asc' ? '>' : '<'} (${sql.bind(cursor.value)}::${key.type}, ${sql.bind(cursor.id)}::uuid)`
