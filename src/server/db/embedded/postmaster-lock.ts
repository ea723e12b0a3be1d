import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readFile, readlink, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { defaultPort, fitsSocket, passwordFile, readPassword, type ServerAddress } from './address.ts'
import { errorCode } from './error.ts'

/** What PostgreSQL writes about its running server into the cluster's postmaster.pid. */
export interface PostmasterLock {
  pid: number
  port: number
  socketFolder: string
  status: string
}

const lockFile = (cluster: string): string => join(cluster, 'postmaster.pid')

export const readPostmasterLock = async (cluster: string): Promise<PostmasterLock | undefined> => {
  const text = await readFile(lockFile(cluster), 'utf8').catch(() => '')
  const [pid, , , port, socketFolder, , , status] = text.split('\n').map(line => line.trim())
  if (!Number(pid)) return undefined
  return { pid: Number(pid), port: Number(port) || defaultPort, socketFolder: socketFolder ?? '', status: status ?? '' }
}

export const addressFromLock = async (
  cluster: string,
  { port, socketFolder }: PostmasterLock,
): Promise<ServerAddress> => {
  // Not as the lock names it: another container may know the folder by another path, and a copy of it is not the original.
  if (!existsSync(passwordFile(cluster))) return { host: fitsSocket(cluster) ? cluster : socketFolder, port }
  return { host: '127.0.0.1', port, password: await readPassword(cluster) }
}

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return errorCode(error) === 'EPERM'
  }
}

/** Not the same as alive: the pid of a lock that outlived its server may by now be any other program's. */
export const isClusterServer = async (cluster: string, pid: number): Promise<boolean> => {
  if (!isAlive(pid)) return false
  if (process.platform === 'win32') return true
  if (process.platform === 'linux') {
    // A server's current folder is its cluster; one that ended and waits for its parent has none.
    return readlink(`/proc/${pid}/cwd`).then(
      folder => folder === cluster,
      error => errorCode(error) === 'EACCES',
    )
  }
  const { stdout } = await promisify(execFile)('ps', ['-p', String(pid), '-o', 'command=']).catch(() => ({
    stdout: '',
  }))
  return stdout.includes(cluster)
}

/**
 * Puts the pid of the next server's parent, which PostgreSQL ignores, into the lock of a server that is gone. Its own pid
 * may by now be another program's, or be given to the next server, as pids are small and the same in every container.
 * Removing the file instead would also remove PostgreSQL's check for orphaned backends in the old shared memory.
 */
export const markLockStale = async (cluster: string, lock: PostmasterLock): Promise<void> => {
  const text = await readFile(lockFile(cluster), 'utf8').catch(() => undefined)
  // The server was on its way out and has taken its lock along meanwhile.
  if (text === undefined) return
  await writeFile(lockFile(cluster), text.replace(/^\d+/, String(process.pid)))
  await rm(join(lock.socketFolder || cluster, `.s.PGSQL.${lock.port}.lock`), { force: true })
}
