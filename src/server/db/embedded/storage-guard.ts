import { randomBytes } from 'node:crypto'
import { open, rename, rm, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const megabyte = 1024 * 1024
/** Four segments of PostgreSQL's write-ahead log: enough to end a checkpoint, stop, and start again. */
const reserveMegabytes = 64
/** Below it the disk counts as full. PostgreSQL gives up where its log finds no room, so nothing may come near that. */
const fullMegabytes = 32
/** From it on there is room for the reserve and for work; far enough from `fullMegabytes` not to change all the time. */
const enoughMegabytes = reserveMegabytes + 2 * fullMegabytes
const checkIntervalMs = 250

export interface StorageGuard {
  /** From the moment when the reserve is deleted until there is room for it again. */
  isFull(): boolean
  /** Resolves when `isFull` is known, and looks again and again until `stop`. */
  start(): Promise<void>
  stop(): Promise<void>
}

/**
 * Watches the disk of `folder`. A file there takes up room while all is well. When the disk is full the file is deleted,
 * so that PostgreSQL can go on and stop; it is written anew when there is enough space again. `onFull` runs after the
 * deletion.
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
      // What fails now is tried again: the disk may fill while the reserve is written.
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

/** Makes room for what PostgreSQL writes when it starts and when it stops. */
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

/** Random bytes, which no file system can store in less. */
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
