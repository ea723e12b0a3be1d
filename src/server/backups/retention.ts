import { toDateIn } from '#contract/values/dates.ts'
import type { Backup } from './backup-folder.ts'

const dayMs = 24 * 3_600_000
const keptDays = 7
const keptWeeks = 4
/** For backups before a migration and those that an operator requested. */
const keptOnPurposeDays = 30

const dayOf = ({ createdAt }: Backup): string => toDateIn('America/Sao_Paulo', new Date(createdAt))
/** Weeks begin on Monday. */
const weekOf = (backup: Backup): string => String(Math.floor((Date.parse(dayOf(backup)) / dayMs + 3) / 7))

/** Returns the newest backup of each of the `count` last periods that have one. */
const newestPer = (backups: readonly Backup[], periodOf: (backup: Backup) => string, count: number): Backup[] => {
  const newest = new Map<string, Backup>()
  for (const backup of backups) if (!newest.has(periodOf(backup))) newest.set(periodOf(backup), backup)
  return [...newest.values()].slice(0, count)
}

/**
 * Returns the backups that may be removed, of all backups, newest first. Keeps the last verified one whatever its age, and
 * of those without a successful check the newest of each reason.
 */
export const findExpired = (backups: readonly Backup[], now: Date): Backup[] => {
  const verified = backups.filter(({ verifiedAt }) => verifiedAt !== null)
  const nightly = verified.filter(({ reason }) => reason === 'nightly')
  const isRecent = ({ createdAt }: Backup) => now.getTime() - Date.parse(createdAt) < keptOnPurposeDays * dayMs
  const kept = new Set([
    ...verified.slice(0, 1),
    ...newestPer(nightly, dayOf, keptDays),
    ...newestPer(nightly, weekOf, keptWeeks),
    ...verified.filter(backup => backup.reason === 'manual' && isRecent(backup)),
    // A start that fails repeatedly makes a backup each time.
    ...newestPer(
      verified.filter(backup => backup.reason === 'before-migration' && isRecent(backup)),
      dayOf,
      keptOnPurposeDays,
    ),
    ...newestPer(
      backups.filter(({ verifiedAt }) => verifiedAt === null),
      ({ reason }) => reason,
      Number.POSITIVE_INFINITY,
    ),
  ])
  return backups.filter(backup => !kept.has(backup))
}
