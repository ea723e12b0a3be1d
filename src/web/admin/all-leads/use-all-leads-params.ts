import { useMemo } from 'react'
import { AdminLeadFilters } from '#contract/admin.ts'
import { formatPage, parsePage, useUrlParams } from '#web/lib/url/use-url-params.ts'

export type AdminFilterName = keyof AdminLeadFilters

/** Maps each filter to its query parameter. */
const paramNames = { search: 'q', status: 'status', email: 'email' } as const satisfies Record<AdminFilterName, string>

const parseFilter = (parameters: URLSearchParams, name: AdminFilterName): AdminLeadFilters => {
  // Ignores values that the server would reject.
  const parsed = AdminLeadFilters.shape[name].safeParse(parameters.get(paramNames[name]) ?? '')
  return parsed.success && parsed.data ? { [name]: parsed.data } : {}
}

const firstPage = { pagina: undefined, cursor: undefined }

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
    cursor: parameters.get('cursor') ?? undefined,
    setFilter: (name: AdminFilterName, value: string, options?: { replace: boolean }) =>
      change({ [paramNames[name]]: value, ...firstPage }, options),
    clearFilters: () => change({ q: undefined, status: undefined, email: undefined, ...firstPage }),
    /** The cursor of a page beside the current one makes a late page fast. */
    setPage: (page: number, cursor: string | null | undefined, options?: { replace: boolean }) =>
      change({ pagina: formatPage(page), cursor: page === 1 ? undefined : (cursor ?? undefined) }, options),
  }
}

export type AllLeadsParams = ReturnType<typeof useAllLeadsParams>
