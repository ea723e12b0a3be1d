import { once } from 'node:events'
import { Worker } from 'node:worker_threads'

export interface Extraction {
  archive: string
  /** New folder for the cluster. */
  folder: string
  /** Flush files and folders. */
  durable: boolean
  /** As in `Pace`. */
  restFactor: number
}

/** The archive's hash, or what is wrong with it. */
export type ExtractionResult = { sha256: string } | { damage: string }

/**
 * Extracts an archive in a worker thread, so that requests do not wait for it. Throws what the disk throws, and the reason of
 * `signal`.
 */
export const extractArchive = async (extraction: Extraction, signal?: AbortSignal): Promise<ExtractionResult> => {
  signal?.throwIfAborted()
  const worker = new Worker(`${import.meta.dirname}/extract-archive-thread.ts`, { workerData: extraction })
  try {
    const [result] = (await once(worker, 'message', { signal })) as [ExtractionResult]
    return result
  } catch (error) {
    signal?.throwIfAborted()
    throw error
  } finally {
    await worker.terminate()
  }
}
