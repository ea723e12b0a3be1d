import type { LeadFilters } from '#contract/leads/leads.ts'
import { toInstantIn } from '#contract/values/zoned-time.ts'
import type { Caller } from '../../auth/access.ts'
import type { QueryRunner } from '../../db/client.ts'
import { findStalledBefore, type StalledBefore } from '../../stage-limits/find-stage-limits.ts'
import { type ResolvedSearch, resolveSearch } from './lead-search.ts'
import { viewOf } from './visibility.ts'

/**
 * Filters as the store reads them: `stalled` depends on the account's limits and on the day, days on its calendar, and how to
 * search on its leads.
 */
export type ResolvedFilters = Omit<LeadFilters, 'search' | 'stalled' | 'stageSinceInicio' | 'stageSinceFim'> & {
  search?: ResolvedSearch | undefined
  stalled?: never
  stalledBefore?: StalledBefore | undefined
  /** The lead entered its stage at this instant or later. */
  stageSinceFrom?: Date | undefined
  /** The lead entered its stage before this instant. */
  stageSinceUntil?: Date | undefined
}

const dayMs = 24 * 60 * 60 * 1000

/** Looks up what the filters mean for the caller's account now. */
export const resolveFilters = async (
  { db, now }: { db: QueryRunner; now: () => Date },
  caller: Caller,
  { search, stalled, stageSinceInicio, stageSinceFim, ...filters }: LeadFilters,
): Promise<ResolvedFilters> => {
  const {
    accountId,
    account: { timezone },
  } = caller
  return {
    ...filters,
    ...(search && { search: await resolveSearch(db, viewOf(caller), search) }),
    ...(stageSinceInicio && { stageSinceFrom: toInstantIn(timezone, stageSinceInicio) }),
    ...(stageSinceFim && { stageSinceUntil: new Date(toInstantIn(timezone, stageSinceFim).getTime() + dayMs) }),
    ...(stalled && { stalledBefore: await findStalledBefore(db, { accountId, timezone }, now()) }),
  }
}
