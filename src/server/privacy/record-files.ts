import { randomUUID } from 'node:crypto'
import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from '#contract/zod.ts'
import { syncFolder } from '../db/embedded/cluster.ts'

/** Of an erasure. `at` is its time in ISO 8601. */
interface ErasureRecord {
  id: string
  at: string
}

export interface KeptRecords<Kept> {
  records: Kept[]
  /** Names of files that cannot be read. */
  unreadable: string[]
}

/** A transaction may commit later than the time it records. */
const marginMs = 24 * 60 * 60 * 1000

/** Records of erasures, one file each in a folder of BACKUP_DIR: a restored database does not know of the later ones. */
export class RecordFiles<Kept extends ErasureRecord> {
  #folderName: string
  #schema: z.ZodMiniType<Kept>

  constructor(folderName: string, schema: z.ZodMiniType<Kept>) {
    this.#folderName = folderName
    this.#schema = schema
  }

  /** Writes the file at once and durably. */
  async write(backupDir: string, record: Kept): Promise<void> {
    const folder = this.#folderOf(backupDir)
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
      await rename(draft, this.#pathOf(backupDir, record))
      await syncFolder(folder)
    } catch (error) {
      await rm(draft, { force: true })
      throw error
    }
  }

  /** Empty without a folder. */
  async read(backupDir: string): Promise<KeptRecords<Kept>> {
    const folder = this.#folderOf(backupDir)
    const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return []
      throw error
    })
    const kept: KeptRecords<Kept> = { records: [], unreadable: [] }
    for (const name of names.filter(entry => entry.endsWith('.json'))) {
      const record = this.#parse(await readFile(join(folder, name), 'utf8'))
      if (record) kept.records.push(record)
      else kept.unreadable.push(name)
    }
    return kept
  }

  /** Removes the files of erasures that every backup contains. */
  async removeBefore(backupDir: string, oldestBackup: Date): Promise<void> {
    const { records } = await this.read(backupDir)
    const contained = records.filter(({ at }) => Date.parse(at) < oldestBackup.getTime() - marginMs)
    for (const record of contained) await rm(this.#pathOf(backupDir, record), { force: true })
  }

  #folderOf(backupDir: string): string {
    return join(backupDir, this.#folderName)
  }

  #pathOf(backupDir: string, { id }: Kept): string {
    return join(this.#folderOf(backupDir), `${id}.json`)
  }

  #parse(content: string): Kept | undefined {
    try {
      return z.safeParse(this.#schema, JSON.parse(content)).data
    } catch {
      return undefined
    }
  }
}
