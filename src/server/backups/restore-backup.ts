import { rename } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { findBinaries } from '../db/embedded/binaries.ts'
import { syncFolder } from '../db/embedded/cluster.ts'
import { beforeRestorePrefix, isInitialized, locateCluster } from '../db/embedded/cluster-location.ts'
import { lockDataDir } from '../db/embedded/data-dir-lock.ts'
import { stopOrphanedServer } from '../db/embedded/stop-orphan.ts'
import { BackupError } from './backup-error.ts'
import { type Backup, type BackupPlace, lockBackups, readBackup } from './backup-folder.ts'
import { fullSpeed } from './pace.ts'
import { withUnpackedBackup } from './unpacked-backup.ts'

export interface Restored {
  backup: Backup
  /** Folder of the former database; `null` when there was none. */
  former: string | null
}

/**
 * Replaces the embedded cluster by a backup, after the check of the backup, and moves the former one aside. Throws
 * `EmbeddedPostgresError` next to a running server, and `BackupError`; nothing has changed then.
 */
export const restoreBackup = async (
  name: string,
  place: BackupPlace & { log: (line: string) => void },
): Promise<Restored> => {
  const { dataDir, backupDir, log } = place
  const backup = await readBackup(backupDir, name)
  if (!backup) throw new BackupError(`Não há cópia ${name} em ${backupDir}: veja os nomes com npm run backup:list.`)
  const { major } = await findBinaries()
  if (backup.postgres !== major)
    throw new BackupError(
      `A cópia ${name} é do PostgreSQL ${backup.postgres} e este Fechou usa o ${major}: restaure-a com a versão do Fechou que a fez.`,
    )
  await locateCluster(dataDir)
  const unlockData = await lockDataDir(dataDir)
  try {
    const unlockBackups = await lockBackups(backupDir)
    try {
      const { cluster, ...location } = await locateCluster(dataDir)
      if (isInitialized({ cluster, ...location })) await stopOrphanedServer(cluster, log)
      const former = await withUnpackedBackup(
        backup,
        { dataDir, backupDir, durable: true, pace: fullSpeed },
        async unpacked => {
          if (unpacked.failure)
            throw new BackupError(`A cópia ${name} não pode ser restaurada; nada mudou. ${unpacked.failure}`)
          return replaceCluster(dataDir, unpacked.cluster, place.now())
        },
      )
      return { backup, former }
    } finally {
      unlockBackups()
    }
  } finally {
    unlockData()
  }
}

/** Between the two renames there is no cluster; the start of the product then asks to repeat the restore. */
const replaceCluster = async (dataDir: string, restored: string, now: Date): Promise<string | null> => {
  const location = await locateCluster(dataDir)
  const stamp = now.toISOString().replace(/\.\d+/, '').replaceAll(':', '')
  const former = join(location.home, `${beforeRestorePrefix}${stamp}`)
  const hasFormer = await moveIfPresent(location.cluster, former)
  await rename(restored, location.cluster)
  await syncFolder(dirname(location.cluster))
  return hasFormer ? former : null
}

const moveIfPresent = (from: string, to: string): Promise<boolean> =>
  rename(from, to).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return false
      throw error
    },
  )
