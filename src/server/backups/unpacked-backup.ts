import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { findBinaries } from '../db/embedded/binaries.ts'
import { locateCluster } from '../db/embedded/cluster-location.ts'
import { prepareServerEnvironment } from '../db/embedded/server-environment.ts'
import { EmbeddedPostgresError, startEmbeddedPostgres } from '../db/embedded.ts'
import { assertSpace, readArchive } from './archive-file.ts'
import { openBackupDb } from './backup-db.ts'
import { archivePath, type Backup } from './backup-folder.ts'
import { findFaults } from './database-checks.ts'
import { BrokenArchiveError, extractTar } from './extract-tar.ts'
import { type Pace, withRests } from './pace.ts'

const folderPrefix = 'backup-check-'

export interface UnpackedBackup {
  /** Folder of the extracted cluster. */
  cluster: string
  /** Line for the operator; `null` for a sound backup. */
  failure: string | null
}

/**
 * Extracts a backup next to the embedded cluster, starts it and checks it, stops it and calls `work`; then removes the
 * folder. `durable` flushes the files. The caller holds the lock of the backups.
 */
export const withUnpackedBackup = async <Result>(
  backup: Backup,
  { dataDir, backupDir, durable, pace }: { dataDir: string; backupDir: string; durable: boolean; pace: Pace },
  work: (unpacked: UnpackedBackup) => Promise<Result>,
): Promise<Result> => {
  const home = await findHome(dataDir)
  await removeLeftovers(home)
  await assertSpace(home, backup.unpackedBytes)
  const folder = await mkdtemp(join(home, folderPrefix))
  const cluster = join(folder, 'postgres')
  try {
    const failure =
      (await extract(backup, backupDir, cluster, { durable, pace })) ?? (await startAndCheck(folder, durable, pace))
    return await work({ cluster, failure })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Returns the folder that the database's operating system user can enter. */
const findHome = async (dataDir: string): Promise<string> => {
  const options = { dataDir, forceNobody: false, log: () => {} }
  const { location } = await prepareServerEnvironment(await locateCluster(dataDir), await findBinaries(), options)
  return location.home
}

const removeLeftovers = async (home: string): Promise<void> => {
  const leftovers = (await readdir(home)).filter(name => name.startsWith(folderPrefix))
  for (const name of leftovers) await rm(join(home, name), { recursive: true, force: true })
}

const damaged = 'O arquivo está danificado'

const extract = async (
  { name, sha256 }: Backup,
  backupDir: string,
  cluster: string,
  { durable, pace }: { durable: boolean; pace: Pace },
): Promise<string | null> => {
  const archive = readArchive(archivePath(backupDir, name))
  try {
    await extractTar(withRests(pace, archive.files), cluster, { durable })
  } catch (error) {
    if (!isDamage(error)) throw error
    return `${damaged} (${(error as Error).message}).`
  } finally {
    archive.files.destroy()
  }
  return archive.sha256() === sha256 ? null : `${damaged}: a soma SHA-256 é outra.`
}

/** Is true for the archive's own errors and those of gzip. */
const isDamage = (error: unknown): boolean =>
  error instanceof BrokenArchiveError || /^Z_/.test((error as NodeJS.ErrnoException).code ?? '')

const startAndCheck = async (folder: string, durable: boolean, pace: Pace): Promise<string | null> => {
  try {
    const server = await startEmbeddedPostgres({ dataDir: folder, durable, background: true, log: () => {} })
    const db = openBackupDb(server.connection)
    try {
      return (await findFaults(db, pace)).join(' ') || null
    } finally {
      await db.close()
      await server.stop()
    }
  } catch (error) {
    pace.signal?.throwIfAborted()
    if (error instanceof EmbeddedPostgresError) return error.message
    return `A cópia não passou na verificação: ${error instanceof Error ? error.message : error}.`
  }
}
