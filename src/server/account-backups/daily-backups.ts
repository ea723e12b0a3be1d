import { entitlements } from '#contract/billing/entitlements.ts'
import { pausedBackupDays } from '#contract/retention.ts'
import { toDateIn } from '#contract/values/dates.ts'
import { findOwner } from '../auth/member-store.ts'
import { toUser, type UserRow } from '../auth/store.ts'
import type { Db } from '../db/client.ts'
import type { JobRun } from '../jobs/job.ts'
import { queueMail } from '../mail/outbox.ts'
import { createBackup } from './create-backup.ts'
import { loadBackup } from './load-backup.ts'
import { endOutage } from './outage-store.ts'
import { findExpired, isRegular, isUsable } from './retention.ts'
import {
  type BackupKind,
  type BackupRow,
  findSeq,
  listAccountsWithBackups,
  listBackups,
  removeBackups,
  removeOldLinks,
  updateBackup,
} from './store.ts'
import { tellOutage } from './tell-outage.ts'
import { verifyBackup } from './verify-backup.ts'

type Log = Record<'error', (about: object, message: string) => void>

const hourMs = 60 * 60 * 1000
const dayMs = 24 * hourMs
/** A night belongs to the day before: the backup of a day is due at 03:00 of the account's time zone. */
const nightEndHours = 3
const loadIntervalMs = 7 * dayMs
const maxAttempts = 3

/** Returns the day whose backup is due. */
export const backupDay = (timezone: string, now: Date): string =>
  toDateIn(timezone, new Date(now.getTime() - nightEndHours * hourMs))

/** Makes a backup. Without changes since the last one, reads that one again instead. Throws if it cannot be read. */
const makeBackup = async (
  db: Db,
  accountId: string,
  { kind, last, day, now }: { kind: BackupKind; last: BackupRow | undefined; day: string; now: Date },
): Promise<void> => {
  if (last && last.seq === (await findSeq(db, accountId)) && (await verifyBackup(db, last, now))) {
    await updateBackup(db, last, { day })
    return
  }
  const key = await createBackup(db, accountId, { kind, day, now })
  if (!(await verifyBackup(db, key, now))) throw new Error('the backup of the account cannot be read back')
}

/** Gives the backups of an account whose plan has none anymore an end, and tells its owner once. */
const pauseBackups = async (db: Db, owner: UserRow, backups: readonly BackupRow[], now: Date): Promise<void> => {
  const endless = backups.filter(({ expires_at }) => expires_at === null)
  if (endless.length === 0) return
  const expiresAt = new Date(now.getTime() + pausedBackupDays * dayMs)
  await db.transaction(async tx => {
    for (const backup of endless) await updateBackup(tx, backup, { expires_at: expiresAt })
    const mail = { kind: 'backups-ending', nome: owner.nome, until: expiresAt.toISOString() } as const
    await queueMail(tx, owner.account_id, owner.email, mail, now)
  })
}

/** Does what is due for one account. One that its owner asked for is always due. */
export const maintainBackups = async (
  db: Db,
  accountId: string,
  now: Date,
  { isAsked = false }: { isAsked?: boolean } = {},
): Promise<void> => {
  const owner = await findOwner(db, accountId)
  if (!owner) return
  const held = entitlements(toUser(owner, now), now)
  const isHeld = held.dailyCopyDays > 0
  const day = backupDay(owner.timezone, now)
  const regular = (await listBackups(db, accountId)).filter(isRegular)
  try {
    if (isHeld) {
      const endless = { expires_at: null }
      for (const backup of regular) if (backup.expires_at !== null) await updateBackup(db, backup, endless)
      const [newest] = regular
      const last = newest && isUsable(newest) ? newest : undefined
      if (isAsked || last === undefined || last.day < day)
        await makeBackup(db, accountId, { kind: isAsked ? 'manual' : 'daily', last, day, now })
      await loadNewest(db, accountId, now)
    } else await pauseBackups(db, owner, regular, now)
  } finally {
    // Also after a failure, so that repeated attempts do not pile up.
    // Without the plan, only the day that the owner was told ends them.
    const plan = isHeld
      ? { dailyDays: held.dailyCopyDays, weeklyWeeks: held.weeklyCopyWeeks }
      : { dailyDays: Number.POSITIVE_INFINITY, weeklyWeeks: 0 }
    const expired = findExpired(await listBackups(db, accountId), plan, { today: day, now })
    if (expired.length > 0) await removeBackups(db, accountId, expired)
  }
}

/** Loads the newest backup once a week. */
const loadNewest = async (db: Db, accountId: string, now: Date): Promise<void> => {
  const backups = await listBackups(db, accountId)
  const newest = backups.find(backup => isRegular(backup) && isUsable(backup))
  const loadedAt = backups.flatMap(({ loaded_at }) => (loaded_at === null ? [] : [Date.parse(loaded_at)]))
  if (newest && Math.max(0, ...loadedAt) <= now.getTime() - loadIntervalMs) await loadBackup(db, newest, now)
}

/** Does what is due for one account, and keeps track of whether it works. */
const maintainAndTell = async (
  { db, now }: { db: Db; now: () => Date },
  log: Log,
  accountId: string,
  { signal, ...options }: { signal: AbortSignal; isAsked?: boolean },
): Promise<void> => {
  try {
    await maintainBackups(db, accountId, now(), options)
    await endOutage(db, accountId)
  } catch (error) {
    signal.throwIfAborted()
    await tellOutage(db, accountId, now()).catch(err =>
      log.error({ err, account: accountId }, 'backup outage not told'),
    )
    throw error
  }
}

/** Makes the backup that an owner asked for, in a few attempts. The page says when it did not work. */
export const makeRequestedBackup = async (
  services: { db: Db; now: () => Date },
  log: Log,
  { accountId, state, save, signal }: JobRun,
): Promise<void> => {
  const { attempt = 1 } = state as { attempt?: number }
  await save({ attempt: attempt + 1 })
  await maintainAndTell(services, log, accountId ?? '', { isAsked: true, signal }).catch(err => {
    if (attempt < maxAttempts || signal.aborted) throw err
    log.error({ err, account: accountId }, 'account backup failed')
  })
}

/** Does what is due for all accounts, one after the other. An account that fails is tried again with the next run. */
export const maintainAllBackups = async (
  services: { db: Db; now: () => Date },
  log: Log,
  { save, signal }: Pick<JobRun, 'save' | 'signal'>,
): Promise<void> => {
  const { db, now } = services
  await removeOldLinks(db, now())
  for (const accountId of await listAccountsWithBackups(db)) {
    await maintainAndTell(services, log, accountId, { signal }).catch(err => {
      signal.throwIfAborted()
      log.error({ err, account: accountId }, 'account backup failed')
    })
    await save({})
  }
}
