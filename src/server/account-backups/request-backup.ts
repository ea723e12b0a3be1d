import { maxManualBackups } from '#contract/account-backups/account-backups.ts'
import { entitlements } from '#contract/billing/entitlements.ts'
import type { Caller } from '../auth/access.ts'
import { AppError, requirePlan } from '../errors.ts'
import { insertJob } from '../jobs/store.ts'
import type { Services } from '../services.ts'
import { countAccountTrailSince, insertAccountTrailEntry } from '../trail/account-trail-store.ts'

export const backupJobName = 'back-up-account'

const dayMs = 24 * 60 * 60 * 1000

/** Queues a backup of the account. Throws `plan_required`, `backup_running` or `backups_made_today`. */
export const requestBackup = async (
  { db, now, caller, wakeJobs }: Pick<Services, 'db' | 'now' | 'wakeJobs'> & { caller: Caller },
  ip: string,
): Promise<void> => {
  const { accountId, userId, user } = caller
  requirePlan(entitlements(user, now()), 'dailyCopyDays')
  await db.transaction(async tx => {
    // Before the count: concurrent requests wait here for each other.
    const job = { accountId, name: backupJobName, dueAt: now(), state: {} }
    if (!(await insertJob(tx, job))) throw new AppError('backup_running')
    const since = new Date(now().getTime() - dayMs)
    if ((await countAccountTrailSince(tx, accountId, 'create-backup', since)) >= maxManualBackups)
      throw new AppError('backups_made_today')
    await insertAccountTrailEntry(tx, { accountId, actorId: userId, action: 'create-backup', ip, now: now() })
  })
  wakeJobs?.()
}
