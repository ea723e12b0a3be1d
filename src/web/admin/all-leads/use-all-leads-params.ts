import { useMemo } from 'react'
import { AdminLeadFilters } from '#contract/admin.ts'
import { formatPage, parsePage, useUrlParams } from '#web/lib/use-url-params.ts'

export type AdminFilterName = keyof AdminLeadFilters

/** Maps each filter to its query parameter. */
const paramNames = { search: 'q', status: 'status', email: 'email' } as const satisfies Record<AdminFilterName, string>

const parseFilter = (parameters: URLSearchParams, name: AdminFilterName): AdminLeadFilters => {
  // Ignores values that the server would reject.
  const parsed = AdminLeadFilters.shape[name].safeParse(parameters.get(paramNames[name]) ?? '')
  return parsed.success && parsed.data ? { [name]: parsed.data } : {}
}

export const searchOf = (parameters: URLSearchParams): string => parseFilter(parameters, 'search').search ?? ''
export const emailOf = (parameters: URLSearchParams): string => parseFilter(parameters, 'email').email ?? ''

export const useAllLeadsParams = () => {
  const { parameters, change } = useUrlParams()
  const filters: AdminLeadFilters = useMemo(
    () => ({
      ...parseFilter(parameters, 'search'),
      ...parseFilter(parameters, 'status'),
      ...parseFilter(parameters, 'email'),
    }),
    [parameters],
  )
  return {
    filters,
    hasFilters: Object.keys(filters).length > 0,
    page: parsePage(parameters.get('pagina')),
    setFilter: (name: AdminFilterName, value: string, options?: { replace: boolean }) =>
      change({ [paramNames[name]]: value, pagina: undefined }, options),
    clearFilters: () => change({ q: undefined, status: undefined, email: undefined, pagina: undefined }),
    setPage: (page: number, options?: { replace: boolean }) => change({ pagina: formatPage(page) }, options),
  }
}

export type AllLeadsParams = ReturnType<typeof useAllLeadsParams>
