import type { accountBackupsApi } from '#contract/account-backups/account-backups.ts'
import { entitlements } from '#contract/billing/entitlements.ts'
import type { Caller } from '../auth/access.ts'
import { AppError } from '../errors.ts'
import type { Handlers } from '../http/mount.ts'
import { hasJob } from '../jobs/store.ts'
import type { Services } from '../services.ts'
import { cancelRestore, prepareRestore, startRestore, undoRestore } from './change-restore.ts'
import { createDownloadLink, sendBackup } from './download-backup.ts'
import { hasOutage } from './outage-store.ts'
import { backupJobName, requestBackup } from './request-backup.ts'
import { findRestore, listRestores, toRestore } from './restore-store.ts'
import { listBackups, toBackup } from './store.ts'

export const accountBackupRoutes: Handlers<typeof accountBackupsApi, Caller, Services> = {
  list: async ({ db, now, caller: { accountId, user } }) => {
    const { dailyCopyDays, weeklyCopyWeeks } = entitlements(user, now())
    return {
      backups: (await listBackups(db, accountId)).map(toBackup),
      restores: (await listRestores(db, accountId)).map(row => toRestore(row, now())),
      dailyDays: dailyCopyDays,
      weeklyWeeks: weeklyCopyWeeks,
      isBeingMade: await hasJob(db, accountId, backupJobName),
      isFailing: dailyCopyDays > 0 && (await hasOutage(db, accountId)),
    }
  },
  create: async call => {
    await requestBackup(call, call.request.ip)
  },
  createLink: call => createDownloadLink(call, call.params.id, call.body.password),
  download: call => sendBackup(call, call.query.token, call.reply),
  prepareRestore: call => prepareRestore(call, call.body),
  findRestore: async ({ db, now, caller, params }) => {
    const row = await findRestore(db, caller.accountId, params.id)
    if (!row) throw new AppError('not_found')
    return toRestore(row, now())
  },
  startRestore: call => startRestore(call, call.params.id, call.body),
  cancelRestore: call => cancelRestore(call, call.params.id),
  undoRestore: call => undoRestore(call, call.params.id),
}
