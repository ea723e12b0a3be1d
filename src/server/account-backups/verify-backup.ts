import type { QueryRunner } from '../db/client.ts'
import { AppError } from '../errors.ts'
import { type BackedUpLead, BackupFileError, readBackupFile } from './backup-file.ts'
import { type BackupKey, findBackup, readParts, updateBackup } from './store.ts'

/** The error of a backup that is not verified, or not anymore. */
export const unusableBackup = (cause?: BackupFileError): AppError =>
  new AppError('restore_impossible', { message: 'Esta cópia não pode ser usada.', ...(cause && { cause }) })

/** Reads the leads of a backup. A file that cannot be read is not verified anymore: throws `restore_impossible`. */
export async function* readBackup(db: QueryRunner, key: BackupKey): AsyncGenerator<BackedUpLead> {
  try {
    yield* readBackupFile(readParts(db, key))
  } catch (error) {
    if (!(error instanceof BackupFileError)) throw error
    await updateBackup(db, key, { failure: error.failure, verified_at: null })
    throw unusableBackup(error)
  }
}

/** Reads a backup from its first to its last line. Returns whether it is whole, and records it. */
export const verifyBackup = async (db: QueryRunner, key: BackupKey, now: Date): Promise<boolean> => {
  const row = await findBackup(db, key.account_id, key.id)
  if (!row) return false
  let leads = 0
  try {
    for await (const _ of readBackup(db, key)) leads++
  } catch (error) {
    if (error instanceof AppError && error.cause instanceof BackupFileError) return false
    throw error
  }
  const isWhole = leads === row.leads && row.failure !== 'incomplete'
  await updateBackup(
    db,
    key,
    isWhole ? { verified_at: now, failure: null } : { verified_at: null, failure: 'incomplete' },
  )
  return isWhole
}
