import { stageOf, stages } from '#contract/leads/lead-status.ts'
import { type Lead, type LeadPage, type LeadSort, type LeadSortField, listPageSize } from '#contract/leads/leads.ts'
import { once } from '#contract/values/memoize.ts'
import type { BoardState } from '../board-state.ts'

// Made on first use, because this code loads with every dashboard.
const texts = once(() => new Intl.Collator('pt-BR'))

const compare = (a: Lead, b: Lead, field: LeadSortField, sign: 1 | -1): number => {
  if (field === 'nome' || field === 'negocio') return sign * texts().compare(a[field], b[field])
  const value = (lead: Lead) => (field === 'status' ? stages.indexOf(stageOf(lead.status)) : lead[field])
  const [left, right] = [value(a), value(b)]
  if (left === right) return 0
  // Leads without a closing date come last in both directions.
  if (left === null || right === null) return left === null ? 1 : -1
  return left < right ? -sign : sign
}

/** Builds a list page from the cached board, for offline use. */
export const pageOfBoard = (board: BoardState, sort: LeadSort, page: number): LeadPage => {
  const field = sort.replace('-', '') as LeadSortField
  const leads = board.flatMap(column => column.leads).sort((a, b) => compare(a, b, field, sort === field ? 1 : -1))
  const from = (page - 1) * listPageSize
  return { leads: leads.slice(from, from + listPageSize), total: leads.length, nextCursor: null }
}
