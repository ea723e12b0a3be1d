import { queryOptions } from '@tanstack/react-query'
import { todayApi } from '#contract/today/today.ts'
import { call } from '#web/lib/requests/http.ts'
import { leadsKey } from '../api.ts'

/** Refetched with the leads, and when the user comes back: another day may have begun. */
export const todayQuery = queryOptions({
  queryKey: [...leadsKey, 'today'],
  queryFn: ({ signal }) => call(todayApi.list, { signal }),
  refetchOnWindowFocus: 'always',
})
