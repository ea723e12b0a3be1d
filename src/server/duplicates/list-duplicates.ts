import { type DuplicatesPage, duplicateGroupsPerPage, maxMergedLeads } from '#contract/duplicates/duplicates.ts'
import type { Db } from '../db/client.ts'
import { listLeadsById } from '../leads/store.ts'
import type { LeadView } from '../leads/visibility.ts'
import { groupDuplicates } from './group-duplicates.ts'
import { listKeyedDuplicates } from './store.ts'

/** Bounds the memory of a request. Merging the first groups makes room for others. */
const maxKeyedLeads = 20_000

/** Returns a page of groups of leads that share a phone number or an e-mail, as the member sees them. */
export const listDuplicates = async (db: Db, view: LeadView, page: number): Promise<DuplicatesPage> => {
  const groups = groupDuplicates(await listKeyedDuplicates(db, view, maxKeyedLeads))
  const start = (page - 1) * duplicateGroupsPerPage
  const shown = groups
    .slice(start, start + duplicateGroupsPerPage)
    .map(ids => ({ ids: ids.slice(0, maxMergedLeads + 1), count: ids.length }))
  const found = await listLeadsById(
    db,
    view,
    shown.flatMap(({ ids }) => ids),
  )
  const leads = new Map(found.map(lead => [lead._id, lead]))
  return {
    groups: shown.map(({ ids, count }) => ({ leads: ids.flatMap(id => leads.get(id) ?? []), count })),
    total: groups.length,
  }
}
