import { type LeadTable, leadConditions } from './lead-conditions.ts'
import { leadSearchCondition } from './lead-search.ts'
import type { ResolvedFilters } from './resolve-filters.ts'
import type { SqlBuilder } from './sql-builder.ts'
import { isFoundByIndex, readsAll } from './table-choice.ts'
import type { LeadView } from './visibility.ts'

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
