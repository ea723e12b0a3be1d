import type { Today } from '#contract/today/today.ts'
import { toDateIn } from '#contract/values/dates.ts'
import type { Caller } from '../auth/access.ts'
import type { QueryRunner } from '../db/client.ts'
import { viewOf } from '../leads/read/visibility.ts'
import type { Services } from '../services.ts'
import { findStalledBefore } from '../stage-limits/find-stage-limits.ts'
import { listToday } from './store.ts'

/** A member, the account, and what the account allows its sellers. */
export type TodayMember = Pick<Caller, 'accountId' | 'userId' | 'member' | 'settings' | 'account'>

/** Returns the member's leads that need attention on this day of the account's calendar. */
export const findToday = async (
  { db, now }: Pick<Services, 'now'> & { db: QueryRunner },
  caller: TodayMember,
  limit: number,
): Promise<Today> => {
  const { accountId, userId, member, settings, account } = caller
  const { timezone } = account
  const day = toDateIn(timezone, now())
  const stalledBefore = await findStalledBefore(db, { accountId, timezone }, now())
  const mayTake = member.team_role !== 'seller' || settings.sellersTakeUnassigned
  const groups = await listToday(db, viewOf(caller), { userId, day, stalledBefore, mayTake, limit })
  return { day, groups }
}
