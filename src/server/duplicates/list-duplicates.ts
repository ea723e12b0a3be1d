import { type DuplicatesPage, duplicateGroupsPerPage, maxMergedLeads } from '#contract/duplicates/duplicates.ts'
import type { Db } from '../db/client.ts'
import { listLeadsById } from '../leads/read/store.ts'
import type { LeadView } from '../leads/read/visibility.ts'
import { groupDuplicates, groupLinked } from './group-duplicates.ts'
import { listDistinctPairs, listKeyedDuplicates } from './store.ts'

/** Bounds the memory of a request. Merging the first groups makes room for others. */
const maxKeyedLeads = 20_000
const maxDistinctPairs = 20_000

const findGroups = async (db: Db, view: LeadView, isDistinct: boolean): Promise<string[][]> => {
  const pairs = await listDistinctPairs(db, view.accountId, maxDistinctPairs)
  if (!isDistinct) return groupDuplicates(await listKeyedDuplicates(db, view, maxKeyedLeads), pairs)
  const ids = [...new Set(pairs.flatMap(({ one, other }) => [one, other]))]
  const visible = new Set((await listLeadsById(db, view, ids)).map(({ _id }) => _id))
  const told = pairs.filter(({ one, other }) => visible.has(one) && visible.has(other))
  return groupLinked(
    ids,
    told.map(({ one, other }) => [one, other]),
  )
}

/**
 * Returns a page of groups of leads that share a phone number or an e-mail, as the member sees them, or with `isDistinct` of
 * those that were told apart.
 */
export const listDuplicates = async (
  db: Db,
  view: LeadView,
  { page, isDistinct }: { page: number; isDistinct: boolean },
): Promise<DuplicatesPage> => {
  const groups = await findGroups(db, view, isDistinct)
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
