import { type LeadStatus, leadStatuses, type Stage, stageOf, stages } from '#contract/leads/lead-status.ts'
import type { LeadSort, LeadSortField } from '#contract/leads/leads.ts'
import type { ResolvedFilters } from './resolve-filters.ts'
import type { SqlBuilder } from './sql-builder.ts'

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
