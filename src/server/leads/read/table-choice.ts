import type { ResolvedFilters } from './resolve-filters.ts'
import type { LeadView } from './visibility.ts'

/** Filters by columns of `lead_search`. */
const searchTableFilters = new Set<keyof ResolvedFilters>([
  ...(['search', 'status', 'stage', 'userId', 'open', 'decided', 'undated'] as const),
  ...(['dataProspeccaoInicio', 'dataProspeccaoFim', 'dataFechamentoInicio', 'dataFechamentoFim'] as const),
])

export const namesOf = (filters: ResolvedFilters): (keyof ResolvedFilters)[] =>
  (Object.keys(filters) as (keyof ResolvedFilters)[]).filter(name => filters[name] !== undefined)

/** Whether these are all leads of the account. */
export const isUnfiltered = (view: LeadView, filters: ResolvedFilters): boolean =>
  !view.only && namesOf(filters).length === 0

/** Whether `lead_search` has all that these filters need. */
export const fitsSearchTable = (filters: ResolvedFilters): boolean =>
  namesOf(filters).every(name => searchTableFilters.has(name))

/** Whether an index finds the leads of the search, and `lead_search` has all that the filters need. */
export const isFoundByIndex = (filters: ResolvedFilters): boolean =>
  filters.search?.skipsIndex === false && fitsSearchTable(filters)

/** Whether all rows of `lead_search` are read. The other frequent texts are in leads of a member, which an index has. */
export const readsAll = (view: LeadView, filters: ResolvedFilters): boolean =>
  filters.search?.skipsIndex === true && !view.only && filters.userId === undefined && fitsSearchTable(filters)
