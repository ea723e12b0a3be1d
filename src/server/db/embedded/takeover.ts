import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from 'pg'
import { EmbeddedPostgresError, errorCode } from './error.ts'
import { disownLock, isAlive, isServerOf, type Lock, lockAddress, readLock } from './lock.ts'
import { connect, hasOwner, takeOwnership } from './ownership.ts'

/** An owner that is just starting takes its lock within moments of the server's first answer. */
const graceMs = 2_000
const silentServerMs = 4_000
const busyServerMs = 60_000
const stopMs = 20_000

const startingOrStopping = '57P03'

/** Returns once no server runs on the cluster. An orphan is stopped; one that somebody uses is left alone, and refused. */
export const releaseCluster = async (cluster: string, log: (line: string) => void): Promise<void> => {
  for (const startedAt = Date.now(); ; await sleep(50)) {
    const lock = await readLock(cluster)
    if (!lock || !isAlive(lock.pid)) return
    if (!(await isServerOf(cluster, lock.pid))) return disownLock(cluster, lock)
    const answer = await knock(cluster, lock)
    if (typeof answer !== 'string') await stopIfOrphan(answer, cluster, lock, log)
    const patienceMs = answer === startingOrStopping ? busyServerMs : silentServerMs
    if (typeof answer === 'string' && Date.now() - startedAt > patienceMs) throw inUse(cluster)
  }
}

const knock = async (cluster: string, lock: Lock): Promise<Client | string> => {
  try {
    return await connect(await lockAddress(cluster, lock))
  } catch (error) {
    return errorCode(error) ?? 'silent'
  }
}

const stopIfOrphan = async (client: Client, cluster: string, lock: Lock, log: (line: string) => void) => {
  try {
    if (!(await isOrphan(client))) throw inUse(cluster)
    log('Encerrando o banco de dados que ficou aberto na última execução.')
    process.kill(lock.pid, 'SIGINT')
    await untilEnded(cluster, lock.pid)
  } catch (error) {
    // Any other failure: the server went away while we looked at it, and the next look tells.
    if (error instanceof EmbeddedPostgresError) throw error
  } finally {
    client.end().catch(() => {})
  }
}

const isOrphan = async (client: Client): Promise<boolean> => {
  for (const until = Date.now() + graceMs; Date.now() < until; await sleep(100)) {
    if (await hasOwner(client)) return false
  }
  return takeOwnership(client)
}

/** After 20 s of fast shutdown an immediate one, which the next start recovers from. */
const untilEnded = async (cluster: string, pid: number): Promise<void> => {
  const startedAt = Date.now()
  let isHurried = false
  while (await isServerOf(cluster, pid)) {
    if (!isHurried && Date.now() - startedAt > stopMs) isHurried = process.kill(pid, 'SIGQUIT')
    if (Date.now() - startedAt > 2 * stopMs) throw inUse(cluster)
    await sleep(20)
  }
}

const inUse = (cluster: string): EmbeddedPostgresError =>
  new EmbeddedPostgresError(
    `O banco de dados em ${cluster} já está em uso por outro Fechou: encerre o outro ou aponte DATA_DIR para outra pasta.`,
  )
