import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import type { Address } from './address.ts'

/**
 * Whoever runs the server holds this advisory lock in database `postgres` for as long as it lives. A server whose lock
 * nobody holds has lost the process that started it.
 */
const ownerLock = 8_017_325

export const connect = async ({ host, port, password }: Address): Promise<Client> => {
  const client = new Client({
    host,
    port,
    user: 'postgres',
    database: 'postgres',
    password: password ?? '',
    ssl: false,
    options: '',
    application_name: 'fechou-owner',
    connectionTimeoutMillis: 3_000,
  })
  // Without a listener, a server that goes away would end this process.
  client.on('error', () => {})
  await client.connect()
  return client
}

export const takeOwnership = async (client: Client): Promise<boolean> => {
  const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [ownerLock])
  return rows[0]?.taken === true
}

/** Takes the lock again when PostgreSQL closed every connection, as it does after a crash of one of its processes. */
export const keepOwnership = (client: Client, address: Address, isOver: () => boolean): void => {
  client.once('end', async () => {
    while (!isOver()) {
      const next = await connect(address).catch(() => undefined)
      if (next && (await takeOwnership(next).catch(() => false))) return keepOwnership(next, address, isOver)
      await next?.end().catch(() => {})
      await sleep(200)
    }
  })
}

export const hasOwner = async (client: Client): Promise<boolean> => {
  const { rowCount } = await client.query(
    `select from pg_locks where locktype = 'advisory' and classid = 0 and objid = $1 and objsubid = 1 and granted
     and database = (select oid from pg_database where datname = current_database())`,
    [ownerLock],
  )
  return rowCount !== 0
}

export const createDatabase = async (client: Client, name: string): Promise<void> => {
  const { rowCount } = await client.query('select from pg_database where datname = $1', [name])
  if (rowCount === 0) await client.query(`create database ${client.escapeIdentifier(name)}`)
}
