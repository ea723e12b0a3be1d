import { filterReaders } from '#contract/leads/filter-readers.ts'
import type { LeadFilters } from '#contract/leads/leads.ts'
import type { ParamChanges } from '#web/lib/url/use-url-params.ts'

/** Filters that only links of other pages set. */
const reportParams = {
  open: 'abertos',
  decided: 'encerrados',
  reached: 'chegaram',
  undated: 'sem_data',
  noBasis: 'sem_base',
  lostReasonId: 'motivo',
  stageSinceInicio: 'etapa_de',
  stageSinceFim: 'etapa_ate',
} as const

/** Maps each filter to its query parameter. */
const filterParams = {
  ...reportParams,
  search: 'q',
  stage: 'status',
  userId: 'responsavel',
  stalled: 'parados',
  dataProspeccaoInicio: 'prospeccao_de',
  dataProspeccaoFim: 'prospeccao_ate',
  dataFechamentoInicio: 'fechamento_de',
  dataFechamentoFim: 'fechamento_ate',
} as const satisfies Partial<Record<keyof LeadFilters, string>>
type FilterName = keyof typeof filterParams
const filterNames = Object.keys(filterParams) as FilterName[]

export type DateName = Extract<FilterName, `data${string}`>
const dateNames = filterNames.filter((name): name is DateName => name.startsWith('data'))

/** Filters to set. Empty and `undefined` values clear a filter; omitted filters stay. */
export type FilterChanges = Partial<Record<FilterName, string | undefined>>

/** Parses the filters of the query string. Ignores values that the server would reject. */
export const parseFilters = (parameters: URLSearchParams): LeadFilters =>
  Object.fromEntries(
    filterNames.flatMap(name => {
      const value = filterReaders[name](parameters.get(filterParams[name]) ?? '')
      return value ? [[name, value]] : []
    }),
  )

/** Serializes the filters only: equal strings mean equal filters. */
export const serializeFilters = (parameters: URLSearchParams): string => {
  const known: string[] = Object.values(filterParams)
  return new URLSearchParams([...parameters].filter(([name]) => known.includes(name))).toString()
}

/**
 * Reads a filter from the URL, which may be newer than the last render. Returns an empty string for an invalid filter.
 */
export const readCurrentFilter = (name: FilterName): string =>
  parseFilters(new URLSearchParams(location.search))[name] ?? ''

/** Changes of the query string that set the filters. */
export const toParamChanges = (changes: FilterChanges): ParamChanges =>
  Object.fromEntries(filterNames.filter(name => name in changes).map(name => [filterParams[name], changes[name]]))

export const clearedFilters: FilterChanges = Object.fromEntries(filterNames.map(name => [name, undefined]))

export const hasReportFilters = (filters: LeadFilters): boolean =>
  Object.keys(reportParams).some(name => name in filters)

export const hasFilters = (filters: LeadFilters): boolean => Object.keys(filters).length > 0

export const countDates = (filters: LeadFilters): number => dateNames.filter(name => filters[name]).length

/** Returns whether a period matches nothing because its end is before its start. Open periods are valid. */
export const endsBeforeStart = (start: string | undefined, end: string | undefined): boolean =>
  start !== undefined && end !== undefined && end < start
