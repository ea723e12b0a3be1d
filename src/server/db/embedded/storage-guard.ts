import { randomBytes } from 'node:crypto'
import { open, rename, rm, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const megabyte = 1024 * 1024
/** Four WAL segments: enough to finish a checkpoint, stop and start again. */
const reserveMegabytes = 64
/** Below this, the disk counts as full. PostgreSQL panics when WAL finds no space, so the margin is wide. */
const fullMegabytes = 32
/** Above this, the reserve is written again. The distance to `fullMegabytes` prevents flapping. */
const enoughMegabytes = reserveMegabytes + 2 * fullMegabytes
const checkIntervalMs = 250

export interface StorageGuard {
  /** Is true from the deletion of the reserve until it is written again. */
  isFull(): boolean
  /** Resolves after the first check. Checks repeatedly until `stop`. */
  start(): Promise<void>
  stop(): Promise<void>
}

/**
 * Watches the disk of `folder`, where a reserve file takes up space. On a full disk, deletes the reserve, so that
 * PostgreSQL can continue and stop, then calls `onFull`.
 */
export const createStorageGuard = (
  folder: string,
  { onFull, log }: { onFull: () => Promise<void>; log: (line: string) => void },
): StorageGuard => {
  const ended = new AbortController()
  let isFull = false
  let watching = Promise.resolve()

  const setFull = (next: boolean): void => {
    if (next !== isFull)
      log(
        next
          ? `Falta espaço em disco em ${folder}: nada novo é gravado até haver ${enoughMegabytes} MB livres.`
          : `Há espaço em disco de novo em ${folder}: o Fechou voltou a gravar.`,
      )
    isFull = next
  }

  const check = async (): Promise<void> => {
    if (await hasReserve(folder)) {
      if ((await freeMegabytes(folder)) >= fullMegabytes) return
      setFull(true)
      await rm(reserveOf(folder))
      await onFull()
    } else if ((await freeMegabytes(folder)) >= enoughMegabytes) {
      await writeReserve(folder, ended.signal)
      setFull(false)
    } else setFull(true)
  }

  const watch = async (): Promise<void> => {
    while (!ended.signal.aborted) {
      // The next check retries: the disk may fill up while the reserve is written.
      await check().catch(() => {})
      await sleep(checkIntervalMs, undefined, { signal: ended.signal, ref: false }).catch(() => {})
    }
  }

  return {
    isFull: () => isFull,
    async start() {
      setFull(!(await hasReserve(folder)) && (await freeMegabytes(folder)) < enoughMegabytes)
      watching = watch()
    },
    async stop() {
      ended.abort()
      await watching
      await releaseReserveIfFull(folder).catch(() => {})
    },
  }
}

/** Frees the space that PostgreSQL needs to start and stop. */
export const releaseReserveIfFull = async (folder: string): Promise<void> => {
  if ((await freeMegabytes(folder)) < fullMegabytes) await rm(reserveOf(folder), { force: true })
}

const reserveOf = (folder: string): string => join(folder, 'reserve')

const hasReserve = (folder: string): Promise<boolean> =>
  stat(reserveOf(folder)).then(
    () => true,
    () => false,
  )

const freeMegabytes = async (folder: string): Promise<number> => {
  const { bavail, bsize } = await statfs(folder)
  return (bavail * bsize) / megabyte
}

/** Random bytes, which file systems cannot compress. */
const writeReserve = async (folder: string, signal: AbortSignal): Promise<void> => {
  const draft = `${reserveOf(folder)}.new`
  try {
    const file = await open(draft, 'w', 0o600)
    try {
      const bytes = randomBytes(megabyte)
      for (let written = 0; written < reserveMegabytes; written++) {
        signal.throwIfAborted()
        await file.write(bytes)
      }
      await file.datasync()
    } finally {
      await file.close()
    }
    await rename(draft, reserveOf(folder))
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
}
