import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import { type EmbeddedPostgres, type EmbeddedPostgresOptions, startEmbeddedPostgres } from '../db/embedded.ts'

/** Initialized once and copied, because initdb is slow. */
let template: string
export let dataDir: string
export let running: EmbeddedPostgres[]
export let parents: ChildProcess[]
/** Resolves when the parent process and, in a container, the process inside have ended. */
const closed = new WeakMap<ChildProcess, Promise<unknown>>()

/** Gives each test of this file a folder, and stops what the test has started in it. */
export const setUpEmbeddedFolder = (): void => {
  beforeAll(async () => {
    template = await mkdtemp(join(tmpdir(), 'fechou-db-'))
    const server = await startEmbeddedPostgres({ dataDir: template, durable: false, log: () => {} })
    await server.stop()
  })

  afterAll(() => rm(template, { recursive: true }))

  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'fechou-db-'))
    running = []
    parents = []
  })

  afterEach(async () => {
    for (const parent of parents) parent.kill('SIGKILL')
    await Promise.all(running.map(server => server.stop()))
    await rm(dataDir, { recursive: true, force: true })
  })
}

export const prepareDatabase = (): void =>
  cpSync(join(template, 'postgres'), join(dataDir, 'postgres'), { recursive: true })

export const start = async (options: Partial<EmbeddedPostgresOptions> = {}): Promise<EmbeddedPostgres> => {
  const server = await startEmbeddedPostgres({ dataDir, durable: false, log: () => {}, ...options })
  running.push(server)
  return server
}

export const query = async ({ connection }: Pick<EmbeddedPostgres, 'connection'>, text: string): Promise<unknown[]> => {
  const client = new Client({ ...connection, ssl: false })
  client.on('error', () => {})
  await client.connect()
  const { rows } = await client.query(text)
  await client.end()
  return rows
}

/** Starts the database in another process and resolves with its first output line. `within` is a command prefix. */
export const startParent = async (
  environment: Record<string, string> = {},
  uid?: number,
  within: string[] = [],
): Promise<string> => {
  const program = `
    import { startEmbeddedPostgres } from ${JSON.stringify(new URL('../db/embedded.ts', import.meta.url).href)}
    const options = { dataDir: process.env.DATA_DIR, durable: process.env.DURABLE === '1', log: () => {} }
    await startEmbeddedPostgres(options).then(() => console.log('ready'), error => console.log(error.message))
    if (process.env.DIES) process.kill(process.pid, 'SIGKILL')`
  const [file = '', ...args] = [...within, process.execPath, '--input-type=module', '--eval', program]
  const parent = spawn(file, args, {
    env: { ...process.env, DATA_DIR: dataDir, ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
    ...(uid === undefined ? {} : { uid, gid: uid }),
  })
  parents.push(parent)
  closed.set(parent, once(parent, 'close'))
  const [line] = await once(parent.stdout ?? parent, 'data')
  return String(line).trim()
}

/** Connection to another process's server through the socket in the folder. */
export const runningHere = () => ({
  connection: { host: join(dataDir, 'postgres'), port: 5432, user: 'postgres', database: 'fechou' },
})

export const killParent = async (parent = parents.at(-1)): Promise<void> => {
  if (!parent) return
  parent.kill('SIGKILL')
  await closed.get(parent)
}
