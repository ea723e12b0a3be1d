import type { Db } from '../db/client.ts'
import { findRunningServer } from '../db/embedded/find-running-server.ts'
import { hasPendingMigrations, migrate } from '../db/migrate.ts'
import type { Settings } from '../env.ts'
import { BackupError } from './backup-error.ts'
import type { BackupPlace } from './backup-folder.ts'
import { createBackup } from './create-backup.ts'

/**
 * Applies pending migrations; on a filled embedded database only after a verified backup. Throws what `migrate` throws, and
 * `BackupError` with nothing changed.
 */
export const migrateWithBackup = async (
  db: Db,
  { dataDir, backupDir, backupBeforeMigration }: Settings,
  log: (line: string) => void,
): Promise<void> => {
  if (backupDir !== undefined && backupBeforeMigration && (await hasPendingMigrations(db))) {
    log('Fazendo uma cópia do banco de dados antes da atualização.')
    const name = await backUp({ dataDir, backupDir, now: () => new Date() })
    log(`Cópia verificada: ${name}, em ${backupDir}`)
  }
  await migrate(db, { log })
}

const backUp = async (place: BackupPlace): Promise<string> => {
  const address = await findRunningServer(place.dataDir)
  if (!address) throw new BackupError(`O banco de dados em ${place.dataDir} não está no ar. ${wayOut}`)
  const { name, failure } = await createBackup(address, 'before-migration', place).catch(error => {
    throw new BackupError(`${(error as Error).message} ${wayOut}`, { cause: error })
  })
  if (failure !== null) throw new BackupError(`A cópia ${name} não passou na verificação: ${failure} ${wayOut}`)
  return name
}

const wayOut =
  'O banco de dados não foi atualizado e nada mudou. Resolva isso e inicie novamente, ou inicie uma vez com BACKUP_BEFORE_MIGRATION=0 para atualizar sem cópia.'
