import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { createApp } from '#server/app.ts'
import { createDb } from '#server/db/client.ts'
import { startEmbeddedPostgres } from '#server/db/embedded.ts'
import { migrate } from '#server/db/migrate.ts'
import { readSettings } from '#server/env.ts'
import type { Services } from '#server/services.ts'
import { createServices } from '#server/services.ts'

export interface BenchServer {
  services: Services
  app: FastifyInstance
  /** A URL on loopback. */
  url: string
  dataDir: string
  stop: () => Promise<void>
}

/** Starts the app on an embedded PostgreSQL with durable settings, in a temporary folder or in one that stays (`keptDir`). */
export const startBenchServer = async ({
  web = false,
  keptDir,
}: {
  web?: boolean
  keptDir?: string | undefined
} = {}): Promise<BenchServer> => {
  const dataDir = keptDir ?? (await mkdtemp(join(tmpdir(), 'fechou-bench-')))
  const embedded = await startEmbeddedPostgres({ dataDir, log: () => {} })
  const db = createDb(embedded.connection)
  await migrate(db)
  const services = createServices(db, readSettings({ LOG_LEVEL: 'silent', RATE_LIMITS: 'off', DATA_DIR: dataDir }))
  const app = await createApp(services, { web })
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  return {
    services,
    app,
    url,
    dataDir,
    stop: async () => {
      await app.close()
      await db.close()
      await embedded.stop()
      if (keptDir === undefined) await rm(dataDir, { recursive: true, force: true })
    },
  }
}
