import { randomUUID } from 'node:crypto'
import { afterAll, inject } from 'vitest'
import { type ConnectionTarget, createDb, type Db } from '../db/client.ts'

/** Returns the connection of another database on the same server. */
export const addressOf = (server: ConnectionTarget, database: string): ConnectionTarget => {
  if (typeof server !== 'string') return { ...server, database }
  const url = new URL(server)
  url.pathname = `/${database}`
  return url.href
}

/** Converts a connection to the format of `DATABASE_URL`. */
export const urlOf = (server: ConnectionTarget, database: string): URL => {
  if (typeof server === 'string') return new URL(addressOf(server, database) as string)
  const { host, port = 5432, user, password = '' } = server
  const url = new URL(`postgres://${user}:${password}@localhost:${port}/${database}`)
  url.searchParams.set('host', host)
  return url
}

const onServer = async (statement: string): Promise<void> => {
  const server = createDb(inject('databaseServer'), { poolSize: 1 })
  await server.run(statement)
  await server.close()
}

type Hook = (work: () => Promise<void>) => void

const create = async (template: string): Promise<string> => {
  const name = `fechou_test_${randomUUID().slice(0, 8)}`
  await onServer(`create database ${name} template ${template}`)
  return name
}

const drop = (name: string): Promise<void> => onServer(`drop database ${name} with (force)`)

const open = async (template: string, whenDone: Hook = afterAll): Promise<Db> => {
  const name = await create(template)
  const db = createDb(addressOf(inject('databaseServer'), name))
  whenDone(async () => {
    await db.close()
    await drop(name)
  })
  return db
}

let opened: Promise<Db> | undefined

/** Lets the next test file of this worker create its own database. */
export const forgetDatabase = (): void => {
  opened = undefined
}

/** Creates a migrated, empty database for this test file. */
export const testDatabase = (): Promise<Db> => {
  opened ??= open(inject('templateDatabase'))
  return opened
}

/** Creates an unmigrated database for this test file, or for one test with `onTestFinished`. */
export const unmigratedDatabase = (whenDone?: Hook): Promise<Db> => open('template1', whenDone)

interface OriginalDatabase {
  change: (work: (db: Db) => Promise<unknown>) => Promise<void>
  /** Copies what `change` has made of it. */
  copy: (whenDone: Hook) => Promise<Db>
}

/** Creates an unmigrated database of this test file for tests that begin with a copy of it. */
export const originalDatabase = async (): Promise<OriginalDatabase> => {
  const name = await create('template1')
  afterAll(() => drop(name))
  return {
    // PostgreSQL copies no database that has connections.
    change: async work => {
      const db = createDb(addressOf(inject('databaseServer'), name))
      await work(db).finally(db.close)
    },
    copy: whenDone => open(name, whenDone),
  }
}
