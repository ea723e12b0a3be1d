import { ApiError } from '#web/lib/requests/api-error.ts'
import { type LiveEvent, readStream } from './read-stream.ts'

const maxDelayMs = 30_000
/** Spreads the clients of a restarted server over several seconds. */
const minDelayMs = 500
const firstDelayMs = 4500

const delayOf = (failures: number): number =>
  minDelayMs + Math.random() * Math.min(firstDelayMs * 2 ** failures, maxDelayMs)

/** Waits, but not longer than until the browser is online again. */
const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise(resolve => {
    const done = () => {
      clearTimeout(timer)
      removeEventListener('online', done)
      resolve()
    }
    const timer = setTimeout(done, ms)
    addEventListener('online', done)
    signal.addEventListener('abort', done)
  })

const isDenied = (error: unknown): boolean => error instanceof ApiError && [401, 402, 403].includes(error.status)

interface Held {
  /** Number to resume after. */
  since: () => number | undefined
  onEvent: (event: LiveEvent) => void
  /** Called once when the user has no access, which ends the attempts. */
  onDenied: () => void
}

/** Keeps a stream open until the signal aborts. Reconnects after every end, and never throws. */
export const holdStream = async (signal: AbortSignal, { since, onEvent, onDenied }: Held): Promise<void> => {
  let failures = 0
  while (!signal.aborted) {
    try {
      await readStream(since(), signal, event => {
        failures = 0
        onEvent(event)
      })
    } catch (error) {
      if (signal.aborted) return
      if (isDenied(error)) return onDenied()
      failures++
    }
    await pause(delayOf(failures), signal)
  }
}
