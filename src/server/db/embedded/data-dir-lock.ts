import { access, chown, constants, realpath, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { EmbeddedPostgresError } from './error.ts'
import { isRoot } from './launcher.ts'

/** Of two attempts at the same moment each can make the other fail once; SQLite retries within this time. */
const retryMs = 100
const sqliteBusy = 5

/** A lock that is garbage-collected would be released. */
const heldLocks = new Set<DatabaseSync>()

/**
 * Makes this process the only one that uses the data directory, which has to exist, and returns how to release it. Throws
 * `EmbeddedPostgresError` when another process has it.
 *
 * Node has no file locks, SQLite has: an exclusive transaction on an empty database writes nothing, so a full disk does
 * not matter. The kernel keeps the lock with the file, where processes of other containers see it, and drops it when its
 * process dies.
 */
export const lockDataDir = async (dataDir: string): Promise<() => void> => {
  const folder = await realpath(dataDir)
  const path = join(folder, 'fechou.lock')
  await access(folder, constants.W_OK)
  const lock = openLock(path)
  try {
    if (isRoot) await shareWithOwner(folder, path)
    // On a file that it may only read, SQLite would take a lock that others can share.
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

const openLock = (path: string): DatabaseSync => {
  let lock: DatabaseSync | undefined
  try {
    lock = new DatabaseSync(path, { timeout: retryMs })
    lock.exec('pragma journal_mode = memory; begin exclusive')
    return lock
  } catch (error) {
    lock?.close()
    throw toLockError(error, path)
  }
}

/** What root started once, the owner of the folder can start again. */
const shareWithOwner = async (folder: string, path: string): Promise<void> => {
  const { uid, gid } = await stat(folder)
  await chown(path, uid, gid)
}

const toLockError = (error: unknown, path: string): EmbeddedPostgresError => {
  const { errcode, message } = error as Error & { errcode?: number }
  const line =
    errcode === sqliteBusy
      ? `O banco de dados em ${dirname(path)} já está em uso por outro Fechou: encerre o outro ou aponte DATA_DIR para outra pasta.`
      : `Não foi possível travar ${path} (${message}): aponte DATA_DIR para um disco local.`
  return new EmbeddedPostgresError(line, { cause: error })
}
