import type { BackupRow } from './store.ts'

type Kept = Pick<BackupRow, 'id' | 'kind' | 'day' | 'verified_at' | 'failure' | 'expires_at'>

const dayMs = 24 * 60 * 60 * 1000

/** Not one that only the undo of a restore needs. */
export const isRegular = ({ kind }: Pick<BackupRow, 'kind'>): boolean => kind !== 'before-restore'

export const isUsable = ({ verified_at, failure }: Pick<BackupRow, 'verified_at' | 'failure'>): boolean =>
  verified_at !== null && failure === null

/** Days since Monday, 1 January 1900. */
const dayNumber = (day: string): number => Date.parse(day) / dayMs + 25_567
const weekNumber = (day: string): number => Math.floor(dayNumber(day) / 7)

/**
 * Returns the ids of the backups to delete: daily and manual ones after the plan's days, except the newest of each of its weeks. The newest
 * verified one stays. One that failed goes once there is a newer one. Expects the newest first.
 */
export const findExpired = (
  backups: readonly Kept[],
  { dailyDays, weeklyWeeks }: { dailyDays: number; weeklyWeeks: number },
  { today, now }: { today: string; now: Date },
): string[] => {
  const weeks = new Set<number>()
  const newest = backups.find(backup => isRegular(backup) && isUsable(backup))
  return backups
    .filter((backup, index) => {
      const { day, expires_at } = backup
      if (expires_at !== null && new Date(expires_at) <= now) return true
      if (!isRegular(backup)) return false
      if (!isUsable(backup)) return index > 0
      const week = weekNumber(day)
      const isFirstOfWeek = !weeks.has(week)
      weeks.add(week)
      if (backup === newest) return false
      const isOfKeptWeek = isFirstOfWeek && week > weekNumber(today) - weeklyWeeks
      return dayNumber(day) <= dayNumber(today) - dailyDays && !isOfKeptWeek
    })
    .map(({ id }) => id)
}
