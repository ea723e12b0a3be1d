import { useCallback, useMemo } from 'react'
import type { NavigateOptions } from 'react-router'
import type { LeadFilters } from '#contract/leads/leads.ts'
import { useUrlParams } from '#web/lib/url/use-url-params.ts'
import { clearedFilters, type FilterChanges, parseFilters, serializeFilters, toParamChanges } from './lead-filters.ts'

/** Reads and writes the filters in the URL. A change of filters returns to the first page. */
export const useLeadFilters = () => {
  const { parameters, change } = useUrlParams()
  const filterKey = serializeFilters(parameters)
  // A stable object while the filters are equal prevents renders.
  const filters: LeadFilters = useMemo(() => parseFilters(new URLSearchParams(filterKey)), [filterKey])
  const changeFilters = useCallback(
    (changes: FilterChanges, options?: NavigateOptions) =>
      change({ ...toParamChanges(changes), pagina: undefined }, options),
    [change],
  )
  return { filters, changeFilters, clearFilters: useCallback(() => changeFilters(clearedFilters), [changeFilters]) }
}
