import { mkdir, open } from 'node:fs/promises'
import { dirname, join, normalize, sep } from 'node:path'
import { syncFolder } from '../db/embedded/cluster.ts'

const blockBytes = 512
const regularFile = new Set(['0', '\0'])
const folderType = '5'
/** Locks of the running server's socket, which lies in its data directory. */
const socketLock = /^\.s\.PGSQL\./

/** A damaged or truncated archive. */
export class BrokenArchiveError extends Error {
  override name = 'BrokenArchiveError'
}

interface Entry {
  path: string
  type: string
  size: number
}

/** Reads exact numbers of bytes from chunks of any size. */
const createByteReader = (chunks: AsyncIterable<Buffer>) => {
  const iterator = chunks[Symbol.asyncIterator]()
  let rest: Buffer = Buffer.alloc(0)
  const fill = async (): Promise<void> => {
    const { value, done } = await iterator.next()
    if (done) throw new BrokenArchiveError('unexpected end')
    rest = value
  }
  return {
    /** Calls `take` with pieces that add up to `size` bytes. */
    async forEachPiece(size: number, take: (piece: Buffer) => Promise<unknown>): Promise<void> {
      for (let left = size; left > 0; ) {
        if (rest.length === 0) await fill()
        const piece = rest.subarray(0, left)
        rest = rest.subarray(piece.length)
        left -= piece.length
        await take(piece)
      }
    },
    /** Reads to the end, so that the checks of the streams before this one run. */
    async drain(): Promise<void> {
      for await (const _ of { [Symbol.asyncIterator]: () => iterator });
    },
  }
}

const textAt = (header: Buffer, from: number, length: number): string =>
  header
    .subarray(from, from + length)
    .toString('utf8')
    .replace(/\0.*$/s, '')

/** Returns `undefined` for the empty block that ends an archive. Throws `BrokenArchiveError` for a wrong checksum. */
const parseHeader = (header: Buffer): Entry | undefined => {
  if (header.every(byte => byte === 0)) return undefined
  const sum = header.reduce((total, byte, at) => total + (at >= 148 && at < 156 ? 0x20 : byte), 0)
  if (sum !== Number.parseInt(textAt(header, 148, 8), 8)) throw new BrokenArchiveError('wrong checksum')
  return {
    path: textAt(header, 0, 100),
    type: String.fromCharCode(header[156] ?? 0),
    size: Number.parseInt(textAt(header, 124, 12), 8),
  }
}

const pathInside = (folder: string, name: string): string => {
  const path = normalize(join(folder, name))
  if (path !== normalize(folder) && !path.startsWith(normalize(folder) + sep))
    throw new BrokenArchiveError(`path outside: ${name}`)
  return path
}

/**
 * Extracts the tar of a base backup, which has short names, regular files and folders. `durable` flushes files and folders. Throws
 * `BrokenArchiveError`.
 */
export const extractTar = async (
  archive: AsyncIterable<Buffer>,
  folder: string,
  { durable }: { durable: boolean },
): Promise<void> => {
  const reader = createByteReader(archive)
  const readBlock = async (): Promise<Buffer> => {
    const pieces: Buffer[] = []
    await reader.forEachPiece(blockBytes, async piece => pieces.push(piece))
    return Buffer.concat(pieces)
  }
  const folders = [folder]
  const files: string[] = []
  for (;;) {
    const entry = parseHeader(await readBlock())
    if (!entry) break
    const path = pathInside(folder, entry.path)
    if (entry.type === folderType) {
      await mkdir(path, { recursive: true, mode: 0o700 })
      folders.push(path)
    } else if (socketLock.test(entry.path)) await reader.forEachPiece(entry.size, async () => {})
    else if (regularFile.has(entry.type)) {
      await writeEntry(path, entry.size, reader)
      files.push(path)
    } else throw new BrokenArchiveError(`unknown type of ${entry.path}`)
    await reader.forEachPiece((blockBytes - (entry.size % blockBytes)) % blockBytes, async () => {})
  }
  await reader.drain()
  if (!durable) return
  await syncFiles(files)
  await Promise.all(folders.map(syncFolder))
}

const writeEntry = async (path: string, size: number, reader: ReturnType<typeof createByteReader>): Promise<void> => {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const file = await open(path, 'wx', 0o600)
  try {
    await reader.forEachPiece(size, piece => file.writeFile(piece))
  } finally {
    await file.close()
  }
}

/** Several at a time, so that the disk combines them: one by one, a thousand small files take ten seconds. */
const syncConcurrency = 32

const syncFiles = async (paths: readonly string[]): Promise<void> => {
  const queue = paths.values()
  const syncSome = async () => {
    for (const path of queue) await syncFile(path)
  }
  await Promise.all(Array.from({ length: syncConcurrency }, syncSome))
}

const syncFile = async (path: string): Promise<void> => {
  const file = await open(path, 'r+')
  await file.sync()
  await file.close()
}
