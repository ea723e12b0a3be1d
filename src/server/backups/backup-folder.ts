import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from '#contract/zod.ts'
import { syncFolder } from '../db/embedded/cluster.ts'
import { lockFile } from '../db/embedded/data-dir-lock.ts'

export const backupReasons = ['nightly', 'manual', 'before-migration'] as const
export type BackupReason = (typeof backupReasons)[number]

/** Where a backup comes from and goes to. */
export interface BackupPlace {
  dataDir: string
  backupDir: string
  now: () => Date
}

/** Written with the archive. */
const Manifest = z.object({
  createdAt: z.iso.datetime(),
  reason: z.enum(backupReasons),
  /** Major version of PostgreSQL. */
  postgres: z.string(),
  /** Last applied migration. */
  migration: z.nullable(z.string()),
  /** Size of the archive, and of the files in it. */
  bytes: z.int(),
  unpackedBytes: z.int(),
  sha256: z.string(),
})
export type Manifest = z.infer<typeof Manifest>

/** Written after the check. The archive's modification time voids the result once something writes to the archive. */
const Check = z.object({ checkedAt: z.iso.datetime(), failure: z.nullable(z.string()), modifiedMs: z.number() })

export interface Backup extends Manifest {
  name: string
  /** Time of the successful check of the archive as it is now. */
  verifiedAt: string | null
  /** Line for the operator; `null` without a failed check. */
  failure: string | null
}

const archiveName = 'base.tar.gz'
const manifestName = 'backup.json'
const checkName = 'check.json'
const draftPrefix = '.draft-'

export const archivePath = (backupDir: string, name: string): string => join(backupDir, name, archiveName)

/** `2026-11-22T030000Z-nightly`: sorts by time, and is a file name everywhere. */
export const backupName = (createdAt: Date, reason: BackupReason): string =>
  `${createdAt.toISOString().replace(/\.\d+/, '').replaceAll(':', '')}-${reason}`

/** Lets one process at a time write backups. Creates the folder. Throws `EmbeddedPostgresError`. */
export const lockBackups = async (backupDir: string): Promise<() => void> => {
  await mkdir(backupDir, { recursive: true, mode: 0o700 })
  return lockFile(
    join(backupDir, 'backups.lock'),
    `Outra cópia ou restauração usa a pasta ${backupDir} agora: espere que termine.`,
  )
}

/** Creates an empty folder outside the list, for `publishBackup`. Removes those of killed processes. */
export const createDraft = async (backupDir: string, name: string): Promise<string> => {
  const leftovers = (await readdir(backupDir)).filter(entry => entry.startsWith(draftPrefix))
  for (const leftover of leftovers) await removeFolder(join(backupDir, leftover))
  const draft = join(backupDir, draftPrefix + name)
  await mkdir(draft, { mode: 0o700 })
  return draft
}

export const draftArchive = (draft: string): string => join(draft, archiveName)

/** Moves a draft with a flushed archive to its name, at once and durably. */
export const publishBackup = async (backupDir: string, name: string, manifest: Manifest): Promise<void> => {
  const draft = join(backupDir, draftPrefix + name)
  await writeDurably(join(draft, manifestName), manifest)
  await rename(draft, join(backupDir, name))
  await syncFolder(backupDir)
}

export const writeCheck = async (
  backupDir: string,
  name: string,
  { checkedAt, failure }: { checkedAt: Date; failure: string | null },
): Promise<void> => {
  const { mtimeMs } = await stat(archivePath(backupDir, name))
  const check = { checkedAt: checkedAt.toISOString(), failure, modifiedMs: mtimeMs }
  const path = join(backupDir, name, checkName)
  await writeDurably(`${path}.new`, check)
  await rename(`${path}.new`, path)
  await syncFolder(join(backupDir, name))
}

const writeDurably = async (path: string, content: object): Promise<void> => {
  const file = await open(path, 'w', 0o600)
  try {
    await file.writeFile(JSON.stringify(content, null, 2))
    await file.sync()
  } finally {
    await file.close()
  }
}

export const removeBackup = async (backupDir: string, name: string): Promise<void> => {
  // A killed removal leaves a draft, not a backup without its archive.
  const draft = join(backupDir, draftPrefix + name)
  await rename(join(backupDir, name), draft)
  await removeFolder(draft)
}

const removeFolder = (path: string): Promise<void> => rm(path, { recursive: true, force: true })

/** Returns the complete backups, newest first. Empty without a folder. */
export const listBackups = async (backupDir: string): Promise<Backup[]> => {
  const entries = await readdir(backupDir, { withFileTypes: true }).catch(() => [])
  const names = entries.filter(entry => entry.isDirectory() && !entry.name.startsWith('.')).map(({ name }) => name)
  const backups = await Promise.all(names.map(name => readBackup(backupDir, name)))
  return backups
    .filter(backup => backup !== undefined)
    .toSorted((a, b) => b.createdAt.localeCompare(a.createdAt) || b.name.localeCompare(a.name))
}

export const readBackup = async (backupDir: string, name: string): Promise<Backup | undefined> => {
  const folder = join(backupDir, name)
  const manifest = await readJson(join(folder, manifestName), Manifest)
  if (!manifest) return undefined
  const check = await readJson(join(folder, checkName), Check)
  const archive = await stat(join(folder, archiveName)).catch(() => undefined)
  const isUnchanged = archive?.size === manifest.bytes && (!check || Math.abs(check.modifiedMs - archive.mtimeMs) < 1)
  const failure = check?.failure ?? (isUnchanged ? null : 'O arquivo mudou depois de gravado.')
  return { ...manifest, name, verifiedAt: check && failure === null ? check.checkedAt : null, failure }
}

const readJson = async <Schema extends z.ZodMiniType>(
  path: string,
  schema: Schema,
): Promise<z.infer<Schema> | undefined> => {
  try {
    return z.safeParse(schema, JSON.parse(await readFile(path, 'utf8'))).data
  } catch {
    return undefined
  }
}
