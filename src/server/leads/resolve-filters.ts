import type { LeadFilters } from '#contract/leads/leads.ts'
import type { Caller } from '../auth/access.ts'
import type { QueryRunner } from '../db/client.ts'
import { findStalledBefore, type StalledBefore } from '../stage-limits/find-stage-limits.ts'

/** Filters as the store reads them: `stalled` depends on the account's limits and on the day. */
export type ResolvedFilters = Omit<LeadFilters, 'stalled'> & {
  stalled?: never
  stalledBefore?: StalledBefore | undefined
}

/** Looks up what `stalled` means for the caller's account now. */
export const resolveFilters = async (
  { db, now }: { db: QueryRunner; now: () => Date },
  { accountId, account: { timezone } }: Caller,
  { stalled, ...filters }: LeadFilters,
): Promise<ResolvedFilters> =>
  stalled ? { ...filters, stalledBefore: await findStalledBefore(db, { accountId, timezone }, now()) } : filters
