import { leadConditions } from './lead-conditions.ts'
import { type Cursor, keysetCondition, type LeadOrder } from './lead-order.ts'
import type { ResolvedFilters } from './resolve-filters.ts'
import type { SqlBuilder } from './sql-builder.ts'
import { fitsSearchTable, isFoundByIndex, isUnfiltered, namesOf } from './table-choice.ts'
import { type LeadView, visibleTo } from './visibility.ts'

const canWalk = ({ skewedBy }: LeadOrder, filters: ResolvedFilters): boolean =>
  fitsSearchTable(filters) && !namesOf(filters).some(name => skewedBy.includes(name))

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
