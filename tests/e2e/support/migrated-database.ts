import { cp, lstat, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createDb } from '../../../src/server/db/client.ts'
import { startEmbeddedPostgres } from '../../../src/server/db/embedded.ts'
import { migrate } from '../../../src/server/db/migrate.ts'

const clusterOf = (dataDir: string): string => join(dataDir, 'postgres')

/** Prepares the database once for all products that tests start. Playwright runs this before the tests. */
export default async (): Promise<() => Promise<void>> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'fechou-e2e-template-'))
  const { connection, stop } = await startEmbeddedPostgres({ dataDir, durable: false, log: () => {} })
  const db = createDb(connection, { poolSize: 2 })
  await migrate(db)
  await db.close()
  await stop()
  // For an administrator whose folders others cannot reach, it is a link to a folder elsewhere.
  if ((await lstat(clusterOf(dataDir))).isDirectory()) process.env.MIGRATED_DATABASE = dataDir
  return () => rm(dataDir, { recursive: true })
}

/** Gives a product that has not started a migrated, empty database, which takes half of its first start. */
export const copyMigratedDatabase = async (dataDir: string): Promise<void> => {
  const { MIGRATED_DATABASE: template } = process.env
  if (template) await cp(clusterOf(template), clusterOf(dataDir), { recursive: true })
}
