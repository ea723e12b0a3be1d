import { runInThread } from '../threads/run-in-thread.ts'

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
export const extractArchive = (extraction: Extraction, signal?: AbortSignal): Promise<ExtractionResult> =>
  runInThread(`${import.meta.dirname}/extract-archive-thread.ts`, extraction, signal)
