import { spawnSync } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Kernel lock on a file that PostgreSQL inherits: held until its last process ends, in any container. `fd` is absent on
 * systems without flock.
 */
export interface ServerLock {
  fd?: number
  /** Closes the descriptor of this process. A server that inherited it still holds the lock. */
  close(): void
}

const taken = 1

/** Returns `undefined` while a process of an earlier server runs. */
export const tryServerLock = (cluster: string): ServerLock | undefined => {
  if (process.platform !== 'linux') return { close() {} }
  const fd = openSync(join(cluster, 'PG_VERSION'), 'r+')
  // The lock belongs to the shared open file, so it outlives the `flock` program.
  const { status } = spawnSync('flock', ['-n', '3'], { stdio: ['ignore', 'ignore', 'ignore', fd] })
  if (status === 0) return { fd, close: () => closeSync(fd) }
  closeSync(fd)
  return status === taken ? undefined : { close() {} }
}
