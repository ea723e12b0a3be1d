import { useCallback } from 'react'
import type { NavigateOptions } from 'react-router'
import { defaultSort, type LeadSort } from '#contract/leads/leads.ts'
import { formatPage, parsePage, useUrlParams } from '#web/lib/url/use-url-params.ts'
import { parseSort } from './lead-list-sort.ts'

/** Reads and writes the list's order and page in the URL. A change of order returns to the first page. */
export const useListParams = () => {
  const { parameters, change } = useUrlParams()
  return {
    sort: parseSort(parameters.get('ordem')),
    setSort: useCallback(
      (sort: LeadSort) => change({ ordem: sort === defaultSort ? undefined : sort, pagina: undefined }),
      [change],
    ),
    page: parsePage(parameters.get('pagina')),
    setPage: useCallback(
      (page: number, options?: NavigateOptions) => change({ pagina: formatPage(page) }, options),
      [change],
    ),
  }
}
