import { setTimeout as sleep } from 'node:timers/promises'
import { EmbeddedPostgresError, errorCode } from './error.ts'
import {
  addressFromLock,
  isClusterServer,
  markLockStale,
  type PostmasterLock,
  readPostmasterLock,
} from './postmaster-lock.ts'
import { tryServerLock } from './server-lock.ts'
import { connectAsSuperuser } from './superuser.ts'

const probeTimeoutMs = 3_000
const unresponsiveTimeoutMs = 4_000
const startupTimeoutMs = 60_000
const stopTimeoutMs = 20_000

type Log = (line: string) => void

/**
 * Stops an orphaned server on the cluster. The caller must hold the data directory lock; throws `EmbeddedPostgresError` for
 * a server in another container.
 */
export const stopOrphanedServer = async (cluster: string, log: Log): Promise<void> => {
  for (const startedAt = Date.now(); ; await sleep(50)) {
    const lock = await readPostmasterLock(cluster)
    const state = lock ? await probe(cluster, lock) : 'absent'
    const isVisible = lock !== undefined && (await isClusterServer(cluster, lock.pid))
    if (isVisible && state === 'serving') {
      await stopServer(cluster, lock.pid, log)
      continue
    }
    const isHidden = !isVisible && state === 'absent'
    if (isHidden && hasNoProcess(cluster)) return lock && markLockStale(cluster, lock)
    const patienceMs = isHidden || state === 'starting or stopping' ? startupTimeoutMs : unresponsiveTimeoutMs
    if (Date.now() - startedAt > patienceMs) throw stillRunning(cluster)
  }
}

/** Connects to the address in the lock. Its socket is a file, so other containers on the folder are reachable. */
const probe = async (cluster: string, lock: PostmasterLock) => {
  try {
    const client = await connectAsSuperuser(await addressFromLock(cluster, lock), probeTimeoutMs)
    client.end().catch(() => {})
    return 'serving'
  } catch (error) {
    const code = errorCode(error)
    if (code === '57P03') return 'starting or stopping'
    return code === 'ECONNREFUSED' || code === 'ENOENT' ? 'absent' : 'unclear'
  }
}

const hasNoProcess = (cluster: string): boolean => {
  const lock = tryServerLock(cluster)
  lock?.close()
  return lock !== undefined
}

/** Sends a fast shutdown; after 20 s an immediate one, from which the next start recovers. */
const stopServer = async (cluster: string, pid: number, log: Log): Promise<void> => {
  log('Encerrando o banco de dados que ficou aberto na última execução.')
  signal(pid, 'SIGINT')
  const startedAt = Date.now()
  let isHurried = false
  while (await isClusterServer(cluster, pid)) {
    if (!isHurried && Date.now() - startedAt > stopTimeoutMs) {
      signal(pid, 'SIGQUIT')
      isHurried = true
    }
    if (Date.now() - startedAt > 2 * stopTimeoutMs) throw stillRunning(cluster)
    await sleep(20)
  }
}

const signal = (pid: number, name: NodeJS.Signals): void => {
  try {
    process.kill(pid, name)
  } catch {
    // The process ended meanwhile or belongs to another user: the caller checks again.
  }
}

const stillRunning = (cluster: string): EmbeddedPostgresError =>
  new EmbeddedPostgresError(
    `O banco de dados em ${cluster} continua aberto sem o Fechou que o iniciou, talvez em outro contêiner: encerre-o lá ou aponte DATA_DIR para outra pasta.`,
  )
