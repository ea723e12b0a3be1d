import { v7 as uuidv7 } from 'uuid'
import { type Restore, type RestoreMode, type RestoreState, restoreWord } from '#contract/account-backups/restore.ts'
import { entitlements } from '#contract/billing/entitlements.ts'
import type { Caller } from '../auth/access.ts'
import type { QueryRunner } from '../db/client.ts'
import { AppError, requirePlan } from '../errors.ts'
import { requestJob } from '../jobs/store.ts'
import type { Services } from '../services.ts'
import { restoreJobName } from './account-backup-jobs.ts'
import {
  countRestoredLeads,
  findRestore,
  findRestoreWork,
  insertRestore,
  lockRestore,
  type RestoreRow,
  removeUnstarted,
  toRestore,
  updateRestore,
} from './restore-store.ts'
import { findBackup } from './store.ts'
import { unusableBackup } from './verify-backup.ts'

type Context = Pick<Services, 'db' | 'now' | 'wakeJobs'> & { caller: Caller }
type Changes = Parameters<typeof updateRestore>[2]

const requireBackups = ({ caller, now }: Context): void =>
  requirePlan(entitlements(caller.user, now()), 'dailyCopyDays')

/** Throws `restore_impossible` unless the restore is in one of the states. */
const requireState = (row: RestoreRow, ...states: RestoreState[]): void => {
  if (!states.includes(row.state)) throw new AppError('restore_impossible')
}

/** Runs `decide` in a transaction that queues the account's job. Returns the restore with the id that it returns. */
const queueWork = async (
  { db, now, caller, wakeJobs }: Context,
  decide: (tx: QueryRunner) => Promise<string>,
): Promise<Restore> => {
  const { accountId } = caller
  const changed = await db.transaction(async tx => {
    const id = await decide(tx)
    await requestJob(tx, { accountId, name: restoreJobName, dueAt: now() })
    return findRestore(tx, accountId, id)
  })
  wakeJobs?.()
  if (!changed) throw new AppError('not_found')
  return toRestore(changed, now())
}

/** Changes a restore under its lock. Throws `not_found`, or what `decide` throws. */
const change = (
  context: Context,
  id: string,
  decide: (row: RestoreRow, tx: QueryRunner) => Promise<Changes> | Changes,
): Promise<Restore> =>
  queueWork(context, async tx => {
    const row = await lockRestore(tx, context.caller.accountId, id)
    if (!row) throw new AppError('not_found')
    await updateRestore(tx, row, await decide(row, tx))
    return id
  })

/** Prepares a restore, which replaces one that was prepared before. Throws `restore_impossible` while another one works. */
export const prepareRestore = (
  context: Context,
  { backupId, mode }: { backupId: string; mode: RestoreMode },
): Promise<Restore> => {
  const { accountId, userId } = context.caller
  requireBackups(context)
  return queueWork(context, async tx => {
    const backup = await findBackup(tx, accountId, backupId)
    if (!backup) throw new AppError('not_found')
    if (backup.verified_at === null || backup.failure !== null) throw unusableBackup()
    await removeUnstarted(tx, accountId)
    if (await findRestoreWork(tx, accountId)) throw new AppError('restore_impossible')
    const id = uuidv7()
    const row = {
      account_id: accountId,
      id,
      backup_id: backupId,
      backup_at: backup.created_at,
      mode,
      created_by: userId,
    }
    await insertRestore(tx, row, context.now())
    return id
  })
}

export const startRestore = (
  context: Context,
  id: string,
  { confirmation }: { confirmation?: string | undefined },
): Promise<Restore> => {
  requireBackups(context)
  return change(context, id, row => {
    requireState(row, 'ready')
    if (row.mode === 'state' && confirmation === undefined) {
      const fields = { confirmation: `Digite ${restoreWord} para confirmar` }
      throw new AppError('validation_failed', { fields })
    }
    return { state: 'copying', created_by: context.caller.userId, started_at: context.now(), last_lead: null, done: 0 }
  })
}

/** Ends a restore. Its current batch is written whole or not at all. */
export const cancelRestore = (context: Context, id: string): Promise<Restore> =>
  change(context, id, row => {
    requireState(row, 'checking', 'ready', 'copying', 'running')
    return { state: 'canceled', finished_at: context.now() }
  })

export const undoRestore = (context: Context, id: string): Promise<Restore> =>
  change(context, id, async (row, tx) => {
    if (toRestore(row, context.now()).undoUntil === null) throw new AppError('restore_impossible')
    const total = await countRestoredLeads(tx, row)
    return { state: 'undoing', created_by: context.caller.userId, last_lead: null, done: 0, total }
  })
