import { setTimeout as sleep } from 'node:timers/promises'

/** How fast a backup is made. */
export interface Pace {
  /** Bytes of the archive per second; `null` for as fast as possible. */
  bytesPerSecond: number | null
  /** Pause after each statement of the check and each part of the extraction, as a multiple of the time it took. */
  restFactor: number
  /** Ends the backup early. */
  signal?: AbortSignal
}

/** Somebody waits for the backup. */
export const fullSpeed: Pace = { bytesPerSecond: null, restFactor: 0 }

/** People are using the product, and nobody waits for the backup. */
export const besideRequests: Pace = { bytesPerSecond: 2 * 1024 * 1024, restFactor: 3 }

const longestCopySeconds = 2 * 60 * 60

/** Returns `pace`, faster if copying a database of `bytes` would take more than two hours. */
export const inTime = (pace: Pace, bytes: number): Pace =>
  pace.bytesPerSecond === null
    ? pace
    : { ...pace, bytesPerSecond: Math.max(pace.bytesPerSecond, Math.ceil(bytes / longestCopySeconds)) }

/** Runs `work`, then waits for as long as `pace` says. Throws the reason of its signal. */
export const withRest = async <Result>(pace: Pace, work: () => Promise<Result>): Promise<Result> => {
  const begun = performance.now()
  const result = await work()
  await rest(pace, begun)
  return result
}

/** Shorter timers are too coarse for a rest in proportion. */
const shortestWorkMs = 20

/** Yields the chunks, with rests as long as `pace` says for what the chunks and their reader took. Throws as `withRest`. */
export async function* withRests<Chunk>(pace: Pace, chunks: AsyncIterable<Chunk>): AsyncGenerator<Chunk> {
  let begun = performance.now()
  for await (const chunk of chunks) {
    yield chunk
    if (performance.now() - begun < shortestWorkMs) continue
    await rest(pace, begun)
    begun = performance.now()
  }
}

const rest = async ({ restFactor, signal }: Pace, begun: number): Promise<void> => {
  if (restFactor > 0) await sleep((performance.now() - begun) * restFactor, undefined, { signal })
  signal?.throwIfAborted()
}
