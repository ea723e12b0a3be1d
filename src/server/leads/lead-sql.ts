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

/** Tables that conditions of leads can be about. `lead_search` has the same columns, but not all of them. */
type LeadTable = 'leads' | 'lead_search' | 'lead_totals'

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

/** Filters by columns of `lead_search`. */
const searchTableFilters = new Set<keyof ResolvedFilters>([
  ...(['search', 'status', 'stage', 'userId', 'open', 'decided', 'undated'] as const),
  ...(['dataProspeccaoInicio', 'dataProspeccaoFim', 'dataFechamentoInicio', 'dataFechamentoFim'] as const),
])

const namesOf = (filters: ResolvedFilters): (keyof ResolvedFilters)[] =>
  (Object.keys(filters) as (keyof ResolvedFilters)[]).filter(name => filters[name] !== undefined)

/** Whether these are all leads of the account. */
export const isUnfiltered = (view: LeadView, filters: ResolvedFilters): boolean =>
  !view.only && namesOf(filters).length === 0

/** Whether an index finds the leads of the search, and `lead_search` has all that the filters need. */
export const isFoundByIndex = (filters: ResolvedFilters): boolean =>
  filters.search?.isFrequent === false && namesOf(filters).every(name => searchTableFilters.has(name))

/** Whether all rows of `lead_search` are read. The other frequent texts are in leads of a member, which an index has. */
const readsAll = (view: LeadView, filters: ResolvedFilters): boolean =>
  filters.search?.isFrequent === true &&
  !view.only &&
  filters.userId === undefined &&
  namesOf(filters).every(name => searchTableFilters.has(name))

const countedFrom = (table: 'leads' | 'lead_search', where: string, more = ''): string =>
  `select stage, count(*) as count, sum(valor_servico_centavos)::bigint as valor_centavos ${more}
     from ${table} where ${where} group by stage`

/**
 * Selects (stage, count, valor_centavos) of all matching leads. `lead_totals` has a few rows per responsible member, so
 * filters by status or member cost the same for every account size; other filters count leads.
 */
export const stageTotalsQuery = (
  sql: SqlBuilder,
  view: LeadView,
  filters: ResolvedFilters,
  moreOfFound = '',
): string => {
  const { search, status, stage, userId, ...others } = filters
  const where = (table: LeadTable) => leadConditions(sql, view, filters, table)
  if (isFoundByIndex(filters)) return countedFrom('lead_search', where('lead_search'), moreOfFound)
  const hasOthers = Object.values(others).some(value => value !== undefined)
  if (hasOthers || (search && !readsAll(view, filters))) {
    const table = readsAll(view, filters) ? 'lead_search' : 'leads'
    return countedFrom(table, where(table))
  }
  const kept = leadConditions(sql, view, { status, stage, userId }, 'lead_totals')
  const all = `select stage, sum(count)::bigint as count, sum(valor_centavos)::bigint as valor_centavos
                 from lead_totals where ${kept} group by stage`
  if (!search) return all
  // Adding up the few leads without a frequent text takes less time than those with it.
  const without = `${leadConditions(sql, view, { status, stage }, 'lead_search')}
    and ${leadSearchCondition(sql, view, search, 'lead_search')} is not true`
  return `select a.stage, a.count - coalesce(o.count, 0) as count, a.valor_centavos - coalesce(o.valor_centavos, 0) as valor_centavos
            from (${all}) a left join (${countedFrom('lead_search', without)}) o on o.stage = a.stage`
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
  /** The table with an index that has all leads of an account in this order. */
  walked: 'leads' | 'lead_search'
  /** Whether the planner chooses between this index and others well. */
  isPlanned: boolean
  /** Filters whose leads may all be at the end of the order. */
  skewedBy: readonly (keyof ResolvedFilters)[]
}

const skewedBy: Partial<Record<LeadSortField, (keyof ResolvedFilters)[]>> = {
  status: ['status', 'stage', 'open', 'decided'],
  dataFechamento: ['status', 'stage', 'open', 'decided', 'undated', 'dataFechamentoInicio', 'dataFechamentoFim'],
}

const canWalk = ({ skewedBy }: LeadOrder, filters: ResolvedFilters): boolean =>
  namesOf(filters).every(name => searchTableFilters.has(name) && !skewedBy.includes(name))

/** Order of a list. The id breaks ties, so that pages neither repeat nor skip a lead. */
export const leadOrder = (sort: LeadSort): LeadOrder => {
  const descending = sort.startsWith('-')
  const field = sort.replace('-', '') as LeadSortField
  const key = sortKey(field, descending)
  const direction = descending ? 'desc' : 'asc'
  const isPlanned = field === 'createdAt' || field === 'updatedAt'
  return {
    key,
    direction,
    orderBy: `${key.sql} ${direction}, id ${direction}`,
    walked: isPlanned || field === 'status' ? 'leads' : 'lead_search',
    isPlanned,
    skewedBy: skewedBy[field] ?? [],
  }
}

export interface Cursor {
  sort: LeadSort
  value: string
  id: string
}

/** Keyset condition: selects the leads after the cursor, so that a late page costs what the first does. */
export const keysetCondition = (sql: SqlBuilder, { key, direction }: LeadOrder, cursor: Cursor): string =>
  `(${key.sql}, id) ${direction === 'asc' ? '>' : '<'} (${sql.bind(cursor.value)}::${key.type}, ${sql.bind(cursor.id)}::uuid)`

/** Fewer leads are sorted; of more, an index in the order of the list soon has a page. */
const walkedFrom = 2000

export interface PageWindow {
  order: LeadOrder
  limit: number
  offset: number
  after: Cursor | undefined
}

/**
 * Selects one page of the matching leads with their sort keys, where `t.total` is the number of all. Only the ids are sorted, or
 * read in the order of an index, where the number of matches tells which is faster.
 */
export const pageQuery = (
  sql: SqlBuilder,
  view: LeadView,
  filters: ResolvedFilters,
  columns: string,
  { order, limit, offset, after }: PageWindow,
): string => {
  const pageOf = (table: 'leads' | 'lead_search', total: string) => {
    const keyset = after ? `and ${keysetCondition(sql, order, after)}` : ''
    return `from ${table} where ${total} and ${leadConditions(sql, view, filters, table)} ${keyset}
      order by ${order.orderBy} limit ${limit} offset ${offset}`
  }
  // Where nothing matches, no index is read in vain.
  const [any, few, many] = ['t.total > 0', `t.total between 1 and ${walkedFrom - 1}`, `t.total >= ${walkedFrom}`]
  const idsOf = (): string => {
    if (isFoundByIndex(filters)) return `select id ${pageOf('lead_search', any)}`
    if (isUnfiltered(view, filters)) return `select id ${pageOf(order.walked, any)}`
    if (!canWalk(order, filters)) return `select id ${pageOf('leads', any)}`
    return `(select id ${pageOf('leads', few)}) union all (select id ${pageOf(order.walked, many)})`
  }
  const page =
    order.isPlanned && !isFoundByIndex(filters)
      ? pageOf('leads', any)
      : `from leads where ${visibleTo(sql, view)} and id = any (array(${idsOf()})) order by ${order.orderBy}`
  return `select ${columns}, (${order.key.sql})::text as sort_key ${page}`
}
