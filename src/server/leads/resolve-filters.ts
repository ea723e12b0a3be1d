import type { LeadFilters } from '#contract/leads/leads.ts'
import { toInstantIn } from '#contract/values/zoned-time.ts'
import type { Caller } from '../auth/access.ts'
import type { QueryRunner } from '../db/client.ts'
import { findStalledBefore, type StalledBefore } from '../stage-limits/find-stage-limits.ts'

/** Filters as the store reads them: `stalled` depends on the account's limits and on the day, and days on its calendar. */
export type ResolvedFilters = Omit<LeadFilters, 'stalled' | 'stageSinceInicio' | 'stageSinceFim'> & {
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
  { accountId, account: { timezone } }: Caller,
  { stalled, stageSinceInicio, stageSinceFim, ...filters }: LeadFilters,
): Promise<ResolvedFilters> => ({
  ...filters,
  ...(stageSinceInicio && { stageSinceFrom: toInstantIn(timezone, stageSinceInicio) }),
  ...(stageSinceFim && { stageSinceUntil: new Date(toInstantIn(timezone, stageSinceFim).getTime() + dayMs) }),
  ...(stalled && { stalledBefore: await findStalledBefore(db, { accountId, timezone }, now()) }),
})
