import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, existsSync, fchownSync, openSync, readFileSync, renameSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { listenSettings, type ServerAddress } from './address.ts'
import { EmbeddedPostgresError } from './error.ts'
import { spawnProgram } from './launcher.ts'
import { readPostmasterLock } from './postmaster-lock.ts'
import type { ServerEnvironment } from './server-environment.ts'
import { tryServerLock } from './server-lock.ts'

const largestLogBytes = 10_000_000
const stopMs = 20_000
const slowStartMs = 3_000

export interface Server {
  child: ChildProcess
  logFile: string
  /** Log offset where this start begins. */
  logStart: number
}

/** Throws `EmbeddedPostgresError` when another data directory's server runs on the cluster. */
export const startServer = (
  { location, launcher, binaries }: ServerEnvironment,
  address: ServerAddress,
  durable: boolean,
): Server => {
  const lock = tryServerLock(location.cluster)
  if (!lock)
    throw new EmbeddedPostgresError(
      `O banco de dados em ${location.cluster} já está em uso por outra pasta de dados: encerre o outro Fechou.`,
    )
  const logFile = join(location.home, 'postgres.log')
  if (existsSync(logFile) && statSync(logFile).size > largestLogBytes) renameSync(logFile, `${logFile}.1`)
  const log = openSync(logFile, 'a', 0o600)
  const logStart = statSync(logFile).size
  const settings = Object.entries({ ...settingsFor(durable), ...listenSettings(address) })
  const args = ['-D', location.cluster, ...settings.flatMap(([name, value]) => ['-c', `${name}=${value}`])]
  const inherited = lock.fd === undefined ? [] : [lock.fd]
  const child = spawnProgram(launcher, binaries.postgres, args, { logFile: log, inherited })
  lock.close()
  child.on('error', () => {}) // `hasExited` reports it.
  if (launcher.as) fchownSync(log, launcher.as.uid, launcher.as.gid)
  closeSync(log)
  return { child, logFile, logStart }
}

const settingsFor = (durable: boolean): Record<string, string | number> => {
  const onDisk = durable ? 'on' : 'off'
  return {
    fsync: onDisk,
    synchronous_commit: onDisk,
    full_page_writes: onDisk,
    max_connections: 100,
    shared_buffers: '64MB',
    jit: 'off',
    // The search of one account must not take every core.
    max_parallel_workers_per_gather: 0,
    // Otherwise every checkpoint writes a file of replication origins, which ends the server on a full disk.
    max_active_replication_origins: 0,
    timezone: 'UTC',
    log_timezone: 'UTC',
    // Failed statements and their details contain personal data.
    log_error_verbosity: 'terse',
    log_min_error_statement: 'panic',
  }
}

export const hasExited = ({ child }: Server): boolean =>
  child.exitCode !== null || child.signalCode !== null || child.pid === undefined

/** Returns false when the server exits first. */
export const waitUntilReady = async (
  server: Server,
  cluster: string,
  log: (line: string) => void,
): Promise<boolean> => {
  const slowAt = Date.now() + slowStartMs
  let hasWarned = false
  while (!hasExited(server)) {
    const lock = await readPostmasterLock(cluster)
    if (lock?.pid === server.child.pid && lock?.status === 'ready') return true
    if (!hasWarned && Date.now() > slowAt) {
      log('O banco de dados está se recuperando de uma parada brusca; isso pode levar alguns minutos.')
      hasWarned = true
    }
    await sleep(10)
  }
  return false
}

export const startFailureReason = ({ logFile, logStart }: Server): string => {
  const lines = readFileSync(logFile).subarray(logStart).toString().trim().split('\n')
  const errorLine = lines.find(line => /(FATAL|PANIC|error):/.test(line)) ?? lines.at(-1) ?? ''
  return `${errorLine.replace(/^.*?(FATAL|PANIC|error):\s*/, '')} (detalhes em ${logFile})`
}

/** Sends a fast shutdown; after 20 s an immediate one, from which the next start recovers. */
export const stopServer = async (server: Server): Promise<void> => {
  if (hasExited(server)) return
  const exit = once(server.child, 'exit')
  server.child.kill('SIGINT')
  const hurry = setTimeout(() => server.child.kill('SIGQUIT'), stopMs)
  await exit
  clearTimeout(hurry)
}
