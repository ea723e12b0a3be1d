import { type OpenStage, openStages } from '#contract/leads/lead-status.ts'
import { maxLimitDays } from '#contract/stage-limits/limit-days.ts'
import { limitOf, type StageLimit } from '#contract/stage-limits/stage-limits.ts'
import { toDateIn } from '#contract/values/dates.ts'
import { countWorkingDays, lastWorkingDays } from '#contract/values/working-days.ts'
import { toInstantIn } from '#contract/values/zoned-time.ts'
import type { QueryRunner } from '../db/client.ts'
import { listChosenLimits, listWonStays, type StageStay } from './store.ts'

/** Fewer stays say too little. */
const minStays = 5

/** Returns the number of working days within which three of four stays ended, at least one. */
const learnLimit = (stays: readonly number[]): number | null => {
  if (stays.length < minStays) return null
  const days = stays.toSorted((a, b) => a - b)[Math.ceil(stays.length * 0.75) - 1] ?? 1
  return Math.min(Math.max(days, 1), maxLimitDays)
}

const lengthOf = ({ since, until }: StageStay, timezone: string): number =>
  countWorkingDays(toDateIn(timezone, new Date(since)), toDateIn(timezone, new Date(until)))

/**
 * Returns the limits of the open stages, and since when a lead may be in each. Days are those of the account's calendar: a
 * lead that entered on Friday has been there for one working day on Monday.
 */
export const findStageLimits = async (
  db: QueryRunner,
  { accountId, timezone }: { accountId: string; timezone: string },
  now: Date,
): Promise<StageLimit[]> => {
  const chosen = await listChosenLimits(db, accountId)
  const stays = await listWonStays(db, accountId)
  const limits = openStages.map(stage => ({
    stage,
    days: chosen.get(stage) ?? null,
    learnedDays: learnLimit(stays.filter(stay => stay.stage === stage).map(stay => lengthOf(stay, timezone))),
  }))
  const longest = Math.max(0, ...limits.map(limit => limitOf(limit) ?? 0))
  const days = lastWorkingDays(toDateIn(timezone, now), longest + 1)
  return limits.map(limit => {
    const day = days[limitOf(limit) ?? days.length]
    return { ...limit, stalledBefore: day === undefined ? null : toInstantIn(timezone, day).toISOString() }
  })
}

/** When leads that stand still entered their stage, at the latest. Stages without a limit are missing. */
export type StalledBefore = Partial<Record<OpenStage, string>>

export const findStalledBefore = async (...query: Parameters<typeof findStageLimits>): Promise<StalledBefore> =>
  Object.fromEntries(
    (await findStageLimits(...query)).flatMap(({ stage, stalledBefore }) =>
      stalledBefore === null ? [] : [[stage, stalledBefore]],
    ),
  )
