import { spawnSync } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'
import { join } from 'node:path'

/**
 * The kernel's lock that PostgreSQL inherits as an open file: held until the last of its processes is gone, in whichever
 * container it runs and whatever became of the process that started it. `fd` is absent where the system has no flock.
 */
export interface ServerLock {
  fd?: number
  /** Closes our own descriptor; a server that inherited it keeps the lock. */
  close(): void
}

const taken = 1

/** Returns `undefined` while a process of an earlier server lives. */
export const tryServerLock = (cluster: string): ServerLock | undefined => {
  if (process.platform !== 'linux') return { close() {} }
  const fd = openSync(join(cluster, 'PG_VERSION'), 'r+')
  // The lock belongs to the open file that both share, not to the program that asked for it.
  const { status } = spawnSync('flock', ['-n', '3'], { stdio: ['ignore', 'ignore', 'ignore', fd] })
  if (status === 0) return { fd, close: () => closeSync(fd) }
  closeSync(fd)
  return status === taken ? undefined : { close() {} }
}
