// Worker thread of extract-archive.ts.

import { parentPort, workerData } from 'node:worker_threads'
import { lowerThreadPriority } from '../threads/lower-thread-priority.ts'
import { readArchive } from './archive-file.ts'
import type { Extraction, ExtractionResult } from './extract-archive.ts'
import { BrokenArchiveError, extractTar } from './extract-tar.ts'
import { fullSpeed, withRests } from './pace.ts'

lowerThreadPriority()

/** Is true for the archive's own errors and those of gzip. */
const isDamage = (error: unknown): boolean =>
  error instanceof BrokenArchiveError || /^Z_/.test((error as NodeJS.ErrnoException).code ?? '')

const { archive, folder, durable, restFactor } = workerData as Extraction

const extract = async (): Promise<ExtractionResult> => {
  const { files, sha256 } = readArchive(archive)
  try {
    await extractTar(withRests({ ...fullSpeed, restFactor }, files), folder, { durable })
    return { sha256: sha256() }
  } catch (error) {
    if (!isDamage(error)) throw error
    return { damage: (error as Error).message }
  } finally {
    files.destroy()
  }
}

parentPort?.postMessage(await extract())
