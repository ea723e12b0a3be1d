import { randomUUID } from 'node:crypto'
import { inject } from 'vitest'
import { connect, type DatabaseAddress, type Db } from '../db/client.ts'

/** The same server, another database of it. */
export const addressOf = (server: DatabaseAddress, database: string): DatabaseAddress => {
  if (typeof server !== 'string') return { ...server, database }
  const url = new URL(server)
  url.pathname = `/${database}`
  return url.href
}

let opened: Promise<Db> | undefined

const open = async (): Promise<Db> => {
  const server = inject('databaseServer')
  const name = `fechou_test_${randomUUID().slice(0, 8)}`
  const admin = connect(server, { poolSize: 1 })
  await admin.run(`create database ${name} template ${inject('templateDatabase')}`)
  await admin.close()
  return connect(addressOf(server, name))
}

/** A migrated, empty database of this test file's own, on the run's one server. */
export const testDatabase = (): Promise<Db> => {
  opened ??= open()
  return opened
}
