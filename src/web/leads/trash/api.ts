import { infiniteQueryOptions } from '@tanstack/react-query'
import type { ResponseOf } from '#contract/endpoint.ts'
import { leadTrashApi, maxRestoredLeads } from '#contract/leads/lead-trash.ts'
import { call } from '#web/lib/requests/http.ts'
import { leadsKey } from '../api.ts'
import type { Selection } from '../selection/selection.ts'

/** Pages of the trash, last removed first. */
export const trashQuery = infiniteQueryOptions({
  queryKey: [...leadsKey, 'trash'],
  queryFn: ({ pageParam, signal }) =>
    call(leadTrashApi.trash, { query: { limit: '50', ...(pageParam === null ? {} : { cursor: pageParam }) }, signal }),
  initialPageParam: null as string | null,
  getNextPageParam: page => page.nextCursor,
})

const restoreMany = async (ids: readonly string[]): Promise<number> =>
  ids.length === 0 ? 0 : (await call(leadTrashApi.restoreMany, { body: { ids: [...ids] } })).restored

/** Cuts the chosen leads into batches. Reads the whole trash for a selection of all. */
async function* batchesOf({ isAll, names }: Selection): AsyncGenerator<string[]> {
  if (!isAll) {
    const ids = [...names.keys()]
    for (let start = 0; start < ids.length; start += maxRestoredLeads) yield ids.slice(start, start + maxRestoredLeads)
    return
  }
  for (let cursor: string | null = null; ; ) {
    const query: { limit: string; cursor?: string } = { limit: String(maxRestoredLeads), ...(cursor && { cursor }) }
    const page: ResponseOf<typeof leadTrashApi.trash> = await call(leadTrashApi.trash, { query })
    yield page.leads.map(({ lead }) => lead._id).filter(id => !names.has(id))
    if (page.nextCursor === null) return
    cursor = page.nextCursor
  }
}

/**
 * Restores the chosen leads in batches and returns their number. Calls `onProgress` with the number so far. Leads restored before
 * a failure stay restored; a retry skips them.
 */
export const restoreSelected = async (
  selection: Selection,
  onProgress: (restored: number) => void,
): Promise<number> => {
  let restored = 0
  for await (const ids of batchesOf(selection)) {
    restored += await restoreMany(ids)
    onProgress(restored)
  }
  return restored
}
