import { createHash, type Hash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { type FileHandle, open, statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import { pipeline, type Readable, Transform, Writable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { BackupError } from './backup-error.ts'

const megabyte = 1024 * 1024
/** The embedded database stops writing below 32 MB; a backup gives up long before. */
const minFreeBytes = 256 * megabyte
/** Small flushes, so that the final one does not delay the database's own. */
const flushBytes = 16 * megabyte

export interface Archive {
  bytes: number
  sha256: string
}

/** Throws `BackupError` when the disk of `folder` would be nearly full after `bytes` more. */
export const assertSpace = async (folder: string, bytes: number): Promise<void> => {
  const { bavail, bsize } = await statfs(folder)
  if (bavail * bsize >= bytes + minFreeBytes) return
  const needed = Math.ceil((bytes + minFreeBytes) / megabyte)
  throw new BackupError(
    `Falta espaço em ${folder}: a cópia precisa de ${needed} MB livres e há ${Math.floor((bavail * bsize) / megabyte)} MB. Libere espaço ou aponte BACKUP_DIR para outro disco.`,
  )
}

/** Writes a new file, computes its hash and flushes it. Its last callback comes after the flush. */
export class ArchiveWriter extends Writable {
  #file: FileHandle
  #path: string
  #hash: Hash = createHash('sha256')
  #bytes = 0
  #unflushed = 0

  private constructor(file: FileHandle, path: string) {
    super({ highWaterMark: megabyte })
    this.#file = file
    this.#path = path
  }

  static async open(path: string): Promise<ArchiveWriter> {
    return new ArchiveWriter(await open(path, 'wx', 0o600), path)
  }

  override _write(chunk: Buffer, _: BufferEncoding, done: (error?: Error | null) => void): void {
    this.#append(chunk).then(() => done(), done)
  }

  override _final(done: (error?: Error | null) => void): void {
    this.#file.sync().then(() => done(), done)
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    this.#file.close().then(
      () => done(error),
      () => done(error),
    )
  }

  async #append(chunk: Buffer): Promise<void> {
    this.#hash.update(chunk)
    await this.#file.writeFile(chunk)
    this.#bytes += chunk.length
    this.#unflushed += chunk.length
    if (this.#unflushed < flushBytes) return
    this.#unflushed = 0
    await this.#file.datasync()
    await assertSpace(dirname(this.#path), 0)
  }

  /** Call it once the stream has finished. */
  result(): Archive {
    return { bytes: this.#bytes, sha256: this.#hash.digest('hex') }
  }
}

/** Reads an archive: `files` is the tar, which the caller destroys; `sha256` is complete after its end. */
export const readArchive = (path: string): { files: Readable; sha256: () => string } => {
  const hash = createHash('sha256')
  const hashing = new Transform({
    transform(chunk, _, done) {
      hash.update(chunk)
      done(null, chunk)
    },
  })
  const files = createGunzip()
  // Readers of `files` get the error.
  pipeline(createReadStream(path), hashing, files, () => {})
  return { files, sha256: () => hash.digest('hex') }
}
