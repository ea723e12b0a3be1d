import { BackupError } from './backup-error.ts'
import { type BackupPlace, readBackup, writeCheck } from './backup-folder.ts'
import { fullSpeed, type Pace } from './pace.ts'
import { withUnpackedBackup } from './unpacked-backup.ts'

/**
 * Checks a backup and stores the result. Returns a line for the operator, or `null` when the backup is verified. The caller
 * holds the lock of the backups. Throws `BackupError` when it could not be checked, which changes nothing.
 */
export const verifyBackup = async (
  name: string,
  { dataDir, backupDir, now }: BackupPlace,
  pace: Pace = fullSpeed,
): Promise<string | null> => {
  const backup = await readBackup(backupDir, name)
  if (!backup) throw new BackupError(`Não há cópia ${name} em ${backupDir}: veja os nomes com npm run backup:list.`)
  const failure = await withUnpackedBackup(
    backup,
    { dataDir, backupDir, durable: false, pace },
    async found => found.failure,
  )
  await writeCheck(backupDir, name, { checkedAt: now(), failure })
  return failure
}
