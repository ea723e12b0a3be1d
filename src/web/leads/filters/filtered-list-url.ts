import { paths } from '#web/lib/url/paths.ts'
import { setParams } from '#web/lib/url/use-url-params.ts'
import { listParams } from '../list-url.ts'
import { type FilterChanges, toParamChanges } from './lead-filters.ts'

/** URL of the list with the leads that match the filters. */
export const filteredListUrl = (filters: FilterChanges): string => {
  const parameters = new URLSearchParams(listParams)
  setParams(parameters, toParamChanges(filters))
  return `${paths.dashboard}?${parameters}`
}
