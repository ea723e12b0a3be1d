import { rm } from 'node:fs/promises'
import { addAbortSignal } from 'node:stream'
import { finished } from 'node:stream/promises'
import { deletionFiles } from '../account/deletion-files.ts'
import type { ServerAddress } from '../db/embedded/address.ts'
import { writeBaseBackup } from '../db/embedded/base-backup.ts'
import { databaseName } from '../db/embedded.ts'
import { anonymizationFiles } from '../privacy/anonymization-files.ts'
import { ArchiveWriter, assertSpace } from './archive-file.ts'
import { openBackupDb } from './backup-db.ts'
import {
  type BackupPlace,
  type BackupReason,
  backupName,
  createDraft,
  draftArchive,
  listBackups,
  lockBackups,
  publishBackup,
  removeBackup,
} from './backup-folder.ts'
import { fullSpeed, inTime, type Pace } from './pace.ts'
import { findExpired } from './retention.ts'
import { verifyBackup } from './verify-backup.ts'

export interface CreatedBackup {
  name: string
  /** Line for the operator; `null` when the backup is verified. */
  failure: string | null
}

interface ClusterFacts {
  bytes: number
  postgres: string
  migration: string | null
}

const readFacts = async (address: ServerAddress): Promise<ClusterFacts> => {
  const db = openBackupDb({ ...address, user: 'postgres', database: databaseName })
  try {
    const row = await db.row<{ bytes: number; postgres: string; is_migrated: boolean }>(
      `select (select sum(pg_database_size(oid)) from pg_database) + (select sum(size) from pg_ls_waldir()) as bytes,
              current_setting('server_version_num')::integer / 10000 || '' as postgres,
              to_regclass('migrations') is not null as is_migrated`,
    )
    const last = row?.is_migrated
      ? await db.row<{ name: string }>('select max(name) as name from migrations')
      : undefined
    return { bytes: row?.bytes ?? 0, postgres: row?.postgres ?? '', migration: last?.name ?? null }
  } finally {
    await db.close()
  }
}

/**
 * Copies the running cluster, verifies the copy, then removes expired ones. A copy whose check fails stays, unverified.
 * Throws `BackupError` and `EmbeddedPostgresError`, and the reason of the pace's signal.
 */
export const createBackup = async (
  address: ServerAddress,
  reason: BackupReason,
  place: BackupPlace,
  pace: Pace = fullSpeed,
): Promise<CreatedBackup> => {
  const unlock = await lockBackups(place.backupDir)
  try {
    const name = await copyCluster(address, reason, place, pace)
    const failure = await verifyBackup(name, place, pace)
    const expired = findExpired(await listBackups(place.backupDir), place.now())
    for (const backup of expired) await removeBackup(place.backupDir, backup.name)
    const oldest = (await listBackups(place.backupDir)).at(-1)
    if (oldest) await removeRecordsBefore(place.backupDir, new Date(oldest.createdAt))
    return { name, failure }
  } finally {
    unlock()
  }
}

/** Removes the records of erasures that every backup contains. */
const removeRecordsBefore = async (backupDir: string, oldestBackup: Date): Promise<void> => {
  for (const files of [anonymizationFiles, deletionFiles]) await files.removeBefore(backupDir, oldestBackup)
}

const copyCluster = async (
  address: ServerAddress,
  reason: BackupReason,
  place: BackupPlace,
  pace: Pace,
): Promise<string> => {
  const { backupDir, now } = place
  const createdAt = now()
  const name = backupName(createdAt, reason)
  const draft = await createDraft(backupDir, name)
  try {
    const facts = await readFacts(address)
    // Compressed, the archive is smaller than the files.
    await assertSpace(backupDir, facts.bytes)
    const file = await ArchiveWriter.open(draftArchive(draft))
    if (pace.signal) addAbortSignal(pace.signal, file)
    const { bytes } = await writeBaseBackup(address, file, inTime(pace, facts.bytes).bytesPerSecond).catch(error => {
      file.destroy()
      throw error
    })
    await finished(file)
    const { postgres, migration } = facts
    const manifest = { createdAt: createdAt.toISOString(), reason, postgres, migration, unpackedBytes: bytes }
    await publishBackup(backupDir, name, { ...manifest, ...file.result() })
    return name
  } catch (error) {
    await rm(draft, { recursive: true, force: true })
    throw error
  }
}
