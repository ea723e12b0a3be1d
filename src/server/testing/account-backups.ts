import { type AccountBackups, accountBackupsApi } from '#contract/account-backups/account-backups.ts'
import { type Restore, type RestoreMode, restoreWord } from '#contract/account-backups/restore.ts'
import { accountBackupJobs } from '../account-backups/account-backup-jobs.ts'
import { maintainBackups } from '../account-backups/daily-backups.ts'
import { runDueJobs } from '../jobs/run-jobs.ts'
import type { Person } from './factories.ts'
import type { TestApp } from './test-app.ts'

const fail = (about: object): never => {
  throw (about as { err?: Error }).err ?? new Error(JSON.stringify(about))
}

/** Does what is due for the account's backups. */
export const runBackups = ({ db, clock }: TestApp, { account }: Person): Promise<void> =>
  maintainBackups(db, account._id, clock.now)

/** Runs the queued restores and the backups that owners asked for. Throws what they log, unless failures are expected. */
export const runRestores = ({ services, clock }: TestApp, { isFailing = false } = {}): Promise<void> => {
  const later = { ...services, now: () => new Date(clock.now.getTime() + 1000) }
  const log = isFailing ? () => {} : fail
  const jobs = accountBackupJobs(later, { error: log }).filter(({ intervalMs }) => intervalMs === undefined)
  return runDueJobs(later, jobs, { warn: log })
}

export const listBackups = async ({ call }: TestApp, { token }: Person): Promise<AccountBackups> =>
  (await call(accountBackupsApi.list, { token })).data

/** Makes the backup of the day and returns its id. */
export const aBackup = async (app: TestApp, owner: Person): Promise<string> => {
  await runBackups(app, owner)
  const { backups } = await listBackups(app, owner)
  const id = backups.find(({ kind }) => kind === 'daily')?._id
  if (id === undefined) throw new Error('the account has no backup')
  return id
}

export const findRestore = async ({ call }: TestApp, { token }: Person, id: string): Promise<Restore> =>
  (await call(accountBackupsApi.findRestore, { token, params: { id } })).data

/** Prepares a restore and returns its preview. */
export const prepareRestore = async (
  app: TestApp,
  owner: Person,
  backupId: string,
  mode: RestoreMode,
): Promise<Restore> => {
  const { data, status, error } = await app.call(accountBackupsApi.prepareRestore, {
    token: owner.token,
    body: { backupId, mode },
  })
  if (status !== 201) throw new Error(`the restore was rejected: ${error.message}`)
  await runRestores(app)
  return findRestore(app, owner, data._id)
}

export const startRestore = async (app: TestApp, owner: Person, id: string): Promise<void> => {
  const body = { confirmation: restoreWord }
  const { status, error } = await app.call(accountBackupsApi.startRestore, { token: owner.token, params: { id }, body })
  if (status !== 200) throw new Error(`the restore was not started: ${error.message}`)
}

/** Runs a restore from its preview to its end. */
export const restore = async (app: TestApp, owner: Person, backupId: string, mode: RestoreMode): Promise<Restore> => {
  const { _id } = await prepareRestore(app, owner, backupId, mode)
  await startRestore(app, owner, _id)
  await runRestores(app)
  return findRestore(app, owner, _id)
}

export const undoRestore = async (app: TestApp, owner: Person, id: string): Promise<Restore> => {
  await app.call(accountBackupsApi.undoRestore, { token: owner.token, params: { id } })
  await runRestores(app)
  return findRestore(app, owner, id)
}
