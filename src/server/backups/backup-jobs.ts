import type { Job, JobRun } from '../jobs/job.ts'
import { queueMail } from '../mail/outbox.ts'
import type { Services } from '../services.ts'
import { isOverdue, readBackupStatus } from './backup-status.ts'
import { createNightlyBackup } from './nightly-backup.ts'
import { listAdministrators } from './store.ts'

type Log = Record<'error', (about: object, message: string) => void>

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs
/** Brazil has no daylight saving time: 03:00 in Brasília. */
const nightHourUtc = 6
const retryAfterMs = hourMs

/** Returns the start of the last night, in Unix milliseconds. */
const lastNight = (now: Date): number =>
  Math.floor((now.getTime() - nightHourUtc * hourMs) / dayMs) * dayMs + nightHourUtc * hourMs

interface NightlyState {
  /** The night that needs no backup anymore. */
  night?: number
  retryAt?: number
}

/** Makes one backup per night. The first run only waits for the next night; a failed backup is tried again after an hour. */
const backUpEachNight = async (
  { settings, now }: Services,
  log: Log,
  { state, begunAt, save, signal }: JobRun,
): Promise<void> => {
  const { backupDir, dataDir } = settings
  const { night: done, retryAt = 0 } = state as NightlyState
  const night = lastNight(begunAt)
  if (backupDir === undefined || begunAt.getTime() < retryAt) return
  if (done === undefined) return save({ night })
  if (night <= done) return
  // A process that dies during the backup does not repeat it at once.
  await save({ night: done, retryAt: begunAt.getTime() + retryAfterMs })
  try {
    const { name, failure } = await createNightlyBackup({ dataDir, backupDir, now }, signal)
    if (failure === null) return await save({ night })
    log.error({ backup: name, failure }, 'backup did not pass its check')
  } catch (error) {
    if (signal.aborted) throw error
    log.error({ err: error }, 'backup failed')
  }
}

/** Mails administrators once for each time without verified backups. */
const warnOfOldBackup = async ({ db, settings, now }: Services, log: Log, { state, save }: JobRun): Promise<void> => {
  const status = await readBackupStatus(db, settings)
  const { warnedSince } = state as { warnedSince?: string }
  if (!status || !isOverdue(status, now()) || warnedSince === status.since) return
  log.error({ ...status }, 'no verified backup for too long')
  const dataUntil = status.lastVerifiedAt && status.since
  await db.transaction(async tx => {
    for (const { accountId, email, nome } of await listAdministrators(tx))
      await queueMail(tx, accountId, email, { kind: 'backup-overdue', nome, dataUntil }, now())
  })
  await save({ warnedSince: status.since })
}

/** Empty with an external database. */
export const backupJobs = (services: Services, log: Log): Job[] =>
  services.settings.backupDir === undefined
    ? []
    : [
        {
          name: 'nightly-backup',
          intervalMs: 10 * minuteMs,
          leaseMs: 4 * hourMs,
          run: run => backUpEachNight(services, log, run),
        },
        {
          name: 'backup-alarm',
          intervalMs: 30 * minuteMs,
          leaseMs: 10 * minuteMs,
          run: run => warnOfOldBackup(services, log, run),
        },
      ]
