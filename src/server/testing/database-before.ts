import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Db } from '../db/client.ts'
import { migrate } from '../db/migrate.ts'
import { unmigratedDatabase } from './test-database.ts'

const productFolder = new URL('../../../migrations/', import.meta.url)

/** Returns a database with the schema before a migration, given by its number (`013`). `migrate` applies the rest. */
export const databaseBefore = async (number: string): Promise<Db> => {
  const db = await unmigratedDatabase()
  const path = mkdtempSync(join(tmpdir(), 'fechou-migrations-'))
  try {
    for (const name of readdirSync(productFolder).filter(file => file < number))
      cpSync(new URL(name, productFolder), join(path, name))
    await migrate(db, { folder: pathToFileURL(`${path}/`) })
  } finally {
    rmSync(path, { recursive: true })
  }
  return db
}
