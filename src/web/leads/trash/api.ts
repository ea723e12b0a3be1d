import { infiniteQueryOptions } from '@tanstack/react-query'
import { leadTrashApi, maxRestoredLeads } from '#contract/leads/lead-trash.ts'
import { call } from '#web/lib/http.ts'
import { leadsKey } from '../api.ts'

/** Pages of the trash, last removed first. */
export const trashQuery = infiniteQueryOptions({
  queryKey: [...leadsKey, 'trash'],
  queryFn: ({ pageParam, signal }) =>
    call(leadTrashApi.trash, { query: { limit: '50', ...(pageParam === null ? {} : { cursor: pageParam }) }, signal }),
  initialPageParam: null as string | null,
  getNextPageParam: page => page.nextCursor,
})

/** Returns the number of restored leads. A retry after a failure skips leads that were restored. */
export const restoreLeads = async (ids: readonly string[]): Promise<number> => {
  let restored = 0
  for (let start = 0; start < ids.length; start += maxRestoredLeads) {
    const body = { ids: ids.slice(start, start + maxRestoredLeads) }
    restored += (await call(leadTrashApi.restoreMany, { body })).restored
  }
  return restored
}
