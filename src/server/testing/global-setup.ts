import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type ConnectionTarget, createDb } from '../db/client.ts'
import { startEmbeddedPostgres } from '../db/embedded.ts'
import { migrate } from '../db/migrate.ts'
import { addressOf } from './test-database.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    databaseServer: ConnectionTarget
    templateDatabase: string
  }
}

interface Project {
  provide(key: 'databaseServer', value: ConnectionTarget): void
  provide(key: 'templateDatabase', value: string): void
}

const startServer = async (): Promise<{ address: ConnectionTarget; stop: () => Promise<void> }> => {
  const given = process.env.TEST_DATABASE_URL
  if (given) return { address: given, stop: async () => {} }
  const dataDir = await mkdtemp(join(tmpdir(), 'fechou-tests-'))
  const embedded = await startEmbeddedPostgres({ dataDir, durable: false, log: () => {} })
  const stop = async () => {
    await embedded.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
  return { address: embedded.connection, stop }
}

/** Starts one PostgreSQL for the test run, with a migrated template database that each worker copies. */
export default async function setup(project: Project): Promise<() => Promise<void>> {
  const { address, stop } = await startServer()
  const template = `fechou_template_${randomUUID().slice(0, 8)}`
  const server = createDb(address, { poolSize: 1 })
  await server.run(`create database ${template}`)
  const db = createDb(addressOf(address, template), { poolSize: 2 })
  await migrate(db)
  await db.close()
  project.provide('databaseServer', address)
  project.provide('templateDatabase', template)
  return async () => {
    await server.run(`drop database ${template} with (force)`)
    await server.close()
    await stop()
  }
}
