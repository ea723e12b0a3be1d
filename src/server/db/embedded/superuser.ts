import { Client } from 'pg'
import type { ServerAddress } from './address.ts'

/** Connects to the database `postgres`, which every cluster has. */
export const connectAsSuperuser = async (
  { host, port, password }: ServerAddress,
  timeoutMs: number,
): Promise<Client> => {
  const client = new Client({
    host,
    port,
    user: 'postgres',
    database: 'postgres',
    password: password ?? '',
    ssl: false,
    options: '',
    application_name: 'fechou',
    connectionTimeoutMillis: timeoutMs,
  })
  // Without a listener, a stopping server would end this process.
  client.on('error', () => {})
  await client.connect()
  return client
}

/** On a busy machine, a server that is ready may take long to answer. */
const readyTimeoutMs = 60_000

const withSuperuser = async (address: ServerAddress, work: (client: Client) => Promise<unknown>): Promise<void> => {
  const client = await connectAsSuperuser(address, readyTimeoutMs)
  try {
    await work(client)
  } finally {
    await client.end()
  }
}

export const createDatabase = (address: ServerAddress, name: string): Promise<void> =>
  withSuperuser(address, async client => {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [name])
    if (rowCount === 0) await client.query(`create database ${client.escapeIdentifier(name)}`)
  })

/** Flushes data files, so that PostgreSQL recycles WAL segments. */
export const checkpoint = (address: ServerAddress): Promise<void> =>
  withSuperuser(address, client => client.query('checkpoint'))
