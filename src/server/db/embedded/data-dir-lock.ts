import { access, chown, constants, realpath, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { EmbeddedPostgresError } from './error.ts'
import { isRoot } from './launcher.ts'

/** Two concurrent attempts can make each other fail once. SQLite retries for this duration. */
const retryMs = 100
const sqliteBusy = 5

/** A garbage-collected connection would release its lock. */
const heldLocks = new Set<DatabaseSync>()

/**
 * Locks the data directory with an exclusive SQLite transaction, which works across containers and on a full disk. Returns
 * the release function; throws `EmbeddedPostgresError` when another process holds the lock.
 */
export const lockDataDir = async (dataDir: string): Promise<() => void> => {
  const folder = await realpath(dataDir)
  return lockFile(
    join(folder, 'fechou.lock'),
    `O banco de dados em ${folder} já está em uso por outro Fechou: encerre o outro ou aponte DATA_DIR para outra pasta.`,
  )
}

/** Like `lockDataDir`, with any file in an existing folder. Throws `EmbeddedPostgresError` with `busyLine`. */
export const lockFile = async (path: string, busyLine: string): Promise<() => void> => {
  const folder = dirname(path)
  await access(folder, constants.W_OK)
  const lock = openLock(path, busyLine)
  try {
    if (isRoot) await shareWithOwner(folder, path)
    // On a read-only file, SQLite would take a shared lock.
    await access(path, constants.W_OK)
  } catch (error) {
    lock.close()
    throw error
  }
  heldLocks.add(lock)
  return () => {
    if (heldLocks.delete(lock)) lock.close()
  }
}

const openLock = (path: string, busyLine: string): DatabaseSync => {
  let lock: DatabaseSync | undefined
  try {
    lock = new DatabaseSync(path, { timeout: retryMs })
    lock.exec('pragma journal_mode = memory; begin exclusive')
    return lock
  } catch (error) {
    lock?.close()
    throw toLockError(error, path, busyLine)
  }
}

/** Lets the folder's owner start the server after root has started it once. */
const shareWithOwner = async (folder: string, path: string): Promise<void> => {
  const { uid, gid } = await stat(folder)
  await chown(path, uid, gid)
}

const toLockError = (error: unknown, path: string, busyLine: string): EmbeddedPostgresError => {
  const { errcode, message } = error as Error & { errcode?: number }
  const line =
    errcode === sqliteBusy
      ? busyLine
      : `Não foi possível travar ${path} (${message}): aponte DATA_DIR para um disco local.`
  return new EmbeddedPostgresError(line, { cause: error })
}
