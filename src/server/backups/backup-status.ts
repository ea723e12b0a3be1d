import type { QueryRunner } from '../db/client.ts'
import type { Settings } from '../env.ts'
import { listBackups } from './backup-folder.ts'

/** Two hours more than a day, for the copy and its check. */
export const maxBackupAgeMs = 26 * 3_600_000

export interface BackupStatus {
  /** `null` when there is no verified backup. */
  lastVerifiedAt: string | null
  /** Time of the data in the last verified backup, or of the first migration. */
  since: string
}

/** Returns `undefined` with an external database, whose operator makes the backups. */
export const readBackupStatus = async (
  db: QueryRunner,
  { backupDir }: Pick<Settings, 'backupDir'>,
): Promise<BackupStatus | undefined> => {
  if (backupDir === undefined) return undefined
  const last = (await listBackups(backupDir)).find(({ verifiedAt }) => verifiedAt !== null)
  if (last) return { lastVerifiedAt: last.verifiedAt, since: last.createdAt }
  const row = await db.row<{ at: string }>('select min(applied_at) as at from migrations')
  return { lastVerifiedAt: null, since: new Date(row?.at ?? 0).toISOString() }
}

export const isOverdue = ({ since }: BackupStatus, now: Date): boolean =>
  now.getTime() - Date.parse(since) > maxBackupAgeMs

/** Returns seconds, or `undefined` with an external database. */
export const backupAgeSeconds = async (
  db: QueryRunner,
  settings: Pick<Settings, 'backupDir'>,
  now: Date,
): Promise<number | undefined> => {
  const status = await readBackupStatus(db, settings)
  return status && (now.getTime() - Date.parse(status.since)) / 1000
}
