import { randomUUID } from 'node:crypto'
import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from '#contract/zod.ts'
import { syncFolder } from '../db/embedded/cluster.ts'
import type { Anonymization } from './anonymization-store.ts'

// One file per anonymization, beside the backups of the server: a restored database does not know of the later ones.

const StoredAnonymization = z.object({
  accountId: z.uuid(),
  id: z.uuid(),
  at: z.string(),
  byUser: z.nullable(z.uuid()),
  leadIds: z.array(z.uuid()),
  key: z.nullable(z.string()),
  keyHashes: z.array(z.string()),
})

const folderOf = (backupDir: string): string => join(backupDir, 'anonymizations')
const pathOf = (backupDir: string, id: string): string => join(folderOf(backupDir), `${id}.json`)

/** Writes the file at once and durably. */
export const writeAnonymization = async (backupDir: string, record: Anonymization): Promise<void> => {
  const folder = folderOf(backupDir)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const draft = join(folder, `.${randomUUID()}`)
  try {
    const file = await open(draft, 'wx', 0o600)
    try {
      await file.writeFile(JSON.stringify(record))
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(draft, pathOf(backupDir, record.id))
    await syncFolder(folder)
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
}

export interface KeptAnonymizations {
  records: Anonymization[]
  /** Names of files that cannot be read. */
  unreadable: string[]
}

/** Empty without a folder. */
export const readAnonymizations = async (backupDir: string): Promise<KeptAnonymizations> => {
  const names = await readdir(folderOf(backupDir)).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  const kept: KeptAnonymizations = { records: [], unreadable: [] }
  for (const name of names.filter(entry => entry.endsWith('.json'))) {
    const record = await readFile(join(folderOf(backupDir), name), 'utf8').then(parse)
    if (record) kept.records.push(record)
    else kept.unreadable.push(name)
  }
  return kept
}

const parse = (content: string): Anonymization | undefined => {
  try {
    return z.safeParse(StoredAnonymization, JSON.parse(content)).data
  } catch {
    return undefined
  }
}

/** A transaction may commit later than the time it records. */
const marginMs = 24 * 60 * 60 * 1000

/** Removes the files of anonymizations that every backup contains. */
export const removeAnonymizationsBefore = async (backupDir: string, oldestBackup: Date): Promise<void> => {
  const { records } = await readAnonymizations(backupDir)
  const contained = records.filter(({ at }) => Date.parse(at) < oldestBackup.getTime() - marginMs)
  for (const { id } of contained) await rm(pathOf(backupDir, id), { force: true })
}
