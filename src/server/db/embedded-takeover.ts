import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from 'pg'
import { EmbeddedPostgresError, errorCode } from './embedded-error.ts'
import { disownLock, isAlive, isServerOf, type Lock, lockAddress, readLock } from './embedded-lock.ts'
import { connect, hasOwner, takeOwnership } from './embedded-ownership.ts'

/** An owner that is just starting takes its lock within moments of the server's first answer. */
const graceMs = 2_000
const silentServerMs = 4_000
const busyServerMs = 60_000
const stopMs = 20_000

/** Returns once no server runs on the cluster: an orphan is stopped, a server that somebody uses is left alone and refused. */
export async function releaseCluster(cluster: string, log: (line: string) => void): Promise<void> {
  const startedAt = Date.now()
  for (;;) {
    const lock = await readLock(cluster)
    if (!lock || !isAlive(lock.pid)) return
    if (!(await isServerOf(cluster, lock.pid))) return disownLock(cluster, lock)
    const answer = await connect(await lockAddress(cluster, lock)).catch(
      (error: unknown) => errorCode(error) ?? 'unknown',
    )
    if (typeof answer !== 'string') return stopOrphan(answer, cluster, lock, log)
    const isBusy = answer === '57P03' // starting, recovering or shutting down
    if (Date.now() - startedAt > (isBusy ? busyServerMs : silentServerMs)) throw inUse(cluster)
    await sleep(50)
  }
}

async function stopOrphan(client: Client, cluster: string, lock: Lock, log: (line: string) => void): Promise<void> {
  try {
    for (const until = Date.now() + graceMs; Date.now() < until; await sleep(100)) {
      if (await hasOwner(client)) throw inUse(cluster)
    }
    if (!(await takeOwnership(client))) throw inUse(cluster)
    log('Encerrando um PostgreSQL que ficou sem dono desde a última execução.')
    await stopServer(lock.pid)
  } catch (error) {
    if (error instanceof EmbeddedPostgresError) throw error
    // The server went away while we looked at it: its owner was stopping it.
    await waitForEnd(lock.pid, stopMs)
  } finally {
    await client.end().catch(() => {})
  }
}

/** A fast shutdown; after 20 s an immediate one, which the next start recovers from. */
async function stopServer(pid: number): Promise<void> {
  process.kill(pid, 'SIGINT')
  if (await waitForEnd(pid, stopMs)) return
  process.kill(pid, 'SIGQUIT')
  await waitForEnd(pid, stopMs)
}

async function waitForEnd(pid: number, ms: number): Promise<boolean> {
  for (const until = Date.now() + ms; Date.now() < until; await sleep(20)) {
    if (!isAlive(pid)) return true
  }
  return false
}

function inUse(cluster: string): EmbeddedPostgresError {
  return new EmbeddedPostgresError(
    `O banco de dados em ${cluster} já está em uso por outro Fechou: encerre o outro ou aponte DATA_DIR para outra pasta.`,
  )
}
