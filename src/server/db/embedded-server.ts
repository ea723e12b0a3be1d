import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, existsSync, openSync, readFileSync, renameSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Address, listenSettings } from './embedded-address.ts'
import type { Binaries } from './embedded-binaries.ts'
import type { Place } from './embedded-cluster.ts'
import { type Launcher, start } from './embedded-launcher.ts'
import { readLock } from './embedded-lock.ts'

const largestLogBytes = 10_000_000
const stopMs = 20_000

export type Server = { child: ChildProcess; logFile: string; logStart: number }

export function startServer(
  place: Place,
  launcher: Launcher,
  binaries: Binaries,
  address: Address,
  durable: boolean,
): Server {
  const logFile = join(place.home, 'postgres.log')
  if (existsSync(logFile) && statSync(logFile).size > largestLogBytes) renameSync(logFile, `${logFile}.1`)
  const log = openSync(logFile, 'a', 0o600)
  const logStart = statSync(logFile).size
  const settings = { ...settingsFor(durable), ...listenSettings(address) }
  const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const child = start(launcher, binaries.postgres, ['-D', place.cluster, ...args], log)
  closeSync(log)
  return { child, logFile, logStart }
}

function settingsFor(durable: boolean): Record<string, string | number> {
  const onDisk = durable ? 'on' : 'off'
  return {
    fsync: onDisk,
    synchronous_commit: onDisk,
    full_page_writes: onDisk,
    max_connections: 100,
    shared_buffers: '64MB',
    jit: 'off',
    timezone: 'UTC',
    log_timezone: 'UTC',
    // A failed statement or its detail would carry people's data into the log.
    log_error_verbosity: 'terse',
    log_min_error_statement: 'panic',
  }
}

export function hasExited({ child }: Server): boolean {
  return child.exitCode !== null || child.signalCode !== null || child.pid === undefined
}

/** False when the server ended instead; its log says why. */
export async function untilReady(server: Server, cluster: string): Promise<boolean> {
  while (!hasExited(server)) {
    const lock = await readLock(cluster)
    if (lock?.pid === server.child.pid && lock?.status === 'ready') return true
    await sleep(10)
  }
  return false
}

export function whyItEnded({ logFile, logStart }: Server): string {
  const lines = readFileSync(logFile).subarray(logStart).toString().trim().split('\n')
  const telling = lines.find(line => /(FATAL|PANIC|error):/.test(line)) ?? lines.at(-1) ?? ''
  return telling.replace(/^.*?(FATAL|PANIC|error):\s*/, '')
}

/** A fast shutdown; after 20 s an immediate one, which the next start recovers from. */
export async function stopServer(server: Server): Promise<void> {
  if (hasExited(server)) return
  const exit = once(server.child, 'exit')
  server.child.kill('SIGINT')
  const hurry = setTimeout(() => server.child.kill('SIGQUIT'), stopMs)
  await exit
  clearTimeout(hurry)
}
