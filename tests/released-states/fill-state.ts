import { copyFile, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { Db } from '#server/db/client.ts'
import { migrate } from '#server/db/migrate.ts'

const migrations = fileURLToPath(new URL('../../migrations/', import.meta.url))
const fills = fileURLToPath(new URL('./fills/', import.meta.url))

const numberOf = (name: string): number => Number(name.slice(0, 3))
const subjectOf = (name: string): string => name.slice(4)

const sqlIn = async (folder: string): Promise<string[]> =>
  (await readdir(folder)).filter(name => name.endsWith('.sql')).sort()

/** Numbers of all migrations; after each, a release may have filled the database. */
export const states = (await sqlIn(migrations)).map(numberOf)

/**
 * Returns the files that fill the schema of a state, in order. A file is named after the first migration it fits; a file of
 * the same subject with a higher number replaces it.
 */
const fillsOf = async (state: number): Promise<string[]> => {
  const bySubject = new Map<string, string>()
  for (const name of await sqlIn(fills)) if (numberOf(name) <= state) bySubject.set(subjectOf(name), name)
  return [...bySubject.values()]
}

/** Migrates a database of an earlier state. */
export const migrateTo = async (db: Db, state: number): Promise<void> => {
  const folder = await mkdtemp(join(tmpdir(), 'fechou-state-'))
  try {
    for (const name of await sqlIn(migrations))
      if (numberOf(name) <= state) await copyFile(join(migrations, name), join(folder, name))
    await migrate(db, { folder: pathToFileURL(`${folder}/`) })
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** Fills a migrated, empty database like the release of its state. */
export const fillState = async (db: Db, state: number): Promise<void> => {
  const files = await fillsOf(state)
  await db.transaction(async tx => {
    for (const name of files) {
      await tx.run(await readFile(join(fills, name), 'utf8')).catch(cause => {
        const message = `fills/${name} does not fit migration ${state}: write one of the same subject for it`
        throw new Error(message, { cause })
      })
    }
  })
}
