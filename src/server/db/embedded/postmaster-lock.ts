import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readFile, readlink, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { defaultPort, fitsSocket, passwordFile, readPassword, type ServerAddress } from './address.ts'
import { errorCode } from './error.ts'

/** Contents of the cluster's postmaster.pid. */
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
  // Ignore the folder in the lock: a copied cluster and other containers have another path.
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

/** A running pid is not enough: after a crash, the pid may belong to another program. */
export const isClusterServer = async (cluster: string, pid: number): Promise<boolean> => {
  if (!isAlive(pid)) return false
  if (process.platform === 'win32') return true
  if (process.platform === 'linux') {
    // A server's working directory is its cluster. A zombie process has none.
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
 * Replaces the pid in the lock of a dead server, since the pid may belong to another program by now. PostgreSQL ignores its
 * parent's pid; removing the file would disable the check for orphaned backends in shared memory.
 */
export const markLockStale = async (cluster: string, lock: PostmasterLock): Promise<void> => {
  const text = await readFile(lockFile(cluster), 'utf8').catch(() => undefined)
  // The stopping server removed its lock meanwhile.
  if (text === undefined) return
  await writeFile(lockFile(cluster), text.replace(/^\d+/, String(process.pid)))
  await rm(join(lock.socketFolder || cluster, `.s.PGSQL.${lock.port}.lock`), { force: true })
}
