import { setTimeout as sleep } from 'node:timers/promises'

/** How fast a backup is made. */
export interface Pace {
  /** Bytes of the archive per second; `null` for as fast as possible. */
  bytesPerSecond: number | null
  /** Pause after each statement of the check, as a multiple of the time it took. */
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
  if (pace.restFactor > 0)
    await sleep((performance.now() - begun) * pace.restFactor, undefined, { signal: pace.signal })
  pace.signal?.throwIfAborted()
  return result
}
