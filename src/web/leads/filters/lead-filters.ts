import { defaultSort, LeadFilters, LeadListQuery, type LeadSort } from '#contract/leads.ts'

/** Each filter's name in the address of the dashboard. */
const filterParams = {
  search: 'q',
  stage: 'status',
  dataProspeccaoInicio: 'prospeccao_de',
  dataProspeccaoFim: 'prospeccao_ate',
  dataFechamentoInicio: 'fechamento_de',
  dataFechamentoFim: 'fechamento_ate',
} as const satisfies Partial<Record<keyof LeadFilters, string>>
type FilterName = keyof typeof filterParams
const filterNames = Object.keys(filterParams) as FilterName[]

export type DateName = Extract<FilterName, `data${string}`>
const dateNames = filterNames.filter((name): name is DateName => name.startsWith('data'))

/** What to set; `undefined` and empty remove a filter, names left out stay. */
export type FilterChanges = Partial<Record<FilterName, string | undefined>>

/** The filters of an address. What the server would refuse is no filter. */
export const parseFilters = (parameters: URLSearchParams): LeadFilters =>
  Object.fromEntries(
    filterNames.flatMap(name => {
      const read = LeadFilters.shape[name].safeParse(parameters.get(filterParams[name]) ?? '')
      return read.success && read.data ? [[name, read.data]] : []
    }),
  )

/** Only what the filters are read from: equal texts mean equal filters. */
export const serializeFilters = (parameters: URLSearchParams): string => {
  const known: string[] = Object.values(filterParams)
  return new URLSearchParams([...parameters].filter(([name]) => known.includes(name))).toString()
}

/** A filter as the address has it this moment, drawn or not yet; empty when it is none. */
export const readCurrentFilter = (name: FilterName): string =>
  parseFilters(new URLSearchParams(location.search))[name] ?? ''

export const applyFilters = (parameters: URLSearchParams, changes: FilterChanges): void => {
  for (const name of filterNames) {
    if (!(name in changes)) continue
    const value = changes[name]
    if (value) parameters.set(filterParams[name], value)
    else parameters.delete(filterParams[name])
  }
}

export const clearedFilters: FilterChanges = Object.fromEntries(filterNames.map(name => [name, undefined]))

export const hasFilters = (filters: LeadFilters): boolean => Object.keys(filters).length > 0

export const countDates = (filters: LeadFilters): number => dateNames.filter(name => filters[name]).length

/** Such a period matches nothing. An open end is no mistake. */
export const endsBeforeStart = (start: string | undefined, end: string | undefined): boolean =>
  start !== undefined && end !== undefined && end < start

export const parseSort = (text: string | null): LeadSort => {
  const read = LeadListQuery.shape.sort.safeParse(text ?? undefined)
  return read.success ? read.data : defaultSort
}

export const parsePage = (text: string | null): number =>
  text !== null && /^[1-9]\d{0,5}$/.test(text) ? Number(text) : 1
