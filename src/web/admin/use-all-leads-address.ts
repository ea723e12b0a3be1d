import { useMemo } from 'react'
import { AdminLeadFilters } from '#contract/admin.ts'
import { readPage, useAddress, writePage } from './use-address.ts'

export type AdminFilterName = keyof AdminLeadFilters

/** Each filter's name in the address. */
const parameterOf = { search: 'q', status: 'status', email: 'email' } as const satisfies Record<AdminFilterName, string>

const read = (parameters: URLSearchParams, name: AdminFilterName): AdminLeadFilters => {
  // What the server would refuse is no filter.
  const parsed = AdminLeadFilters.shape[name].safeParse(parameters.get(parameterOf[name]) ?? '')
  return parsed.success && parsed.data ? { [name]: parsed.data } : {}
}

export const searchOf = (parameters: URLSearchParams): string => read(parameters, 'search').search ?? ''
export const emailOf = (parameters: URLSearchParams): string => read(parameters, 'email').email ?? ''

export const useAllLeadsAddress = () => {
  const { parameters, change } = useAddress()
  const filters: AdminLeadFilters = useMemo(
    () => ({ ...read(parameters, 'search'), ...read(parameters, 'status'), ...read(parameters, 'email') }),
    [parameters],
  )
  return {
    filters,
    hasFilters: Object.keys(filters).length > 0,
    page: readPage(parameters.get('pagina')),
    setFilter: (name: AdminFilterName, value: string, options?: { replace: boolean }) =>
      change({ [parameterOf[name]]: value, pagina: undefined }, options),
    clearFilters: () => change({ q: undefined, status: undefined, email: undefined, pagina: undefined }),
    setPage: (page: number, options?: { replace: boolean }) => change({ pagina: writePage(page) }, options),
  }
}

export type AllLeadsAddress = ReturnType<typeof useAllLeadsAddress>
