import { AppError } from '../errors.ts'

/** Gives a turn back; said again, it is not heard. */
export type Release = () => void

export interface ConcurrencyLimiter {
  /** Resolves when it is one's turn. Throws `too_many_at_once` when it does not come, or nobody is there any more. */
  acquire(signal: AbortSignal): Promise<Release>
  /** Nobody has a turn, and nobody waits for one. */
  isIdle(): boolean
}

export interface ConcurrencyLimits {
  /** How many have a turn at a time. */
  maxConcurrent: number
  /** How many more may wait for one. */
  maxQueued: number
}

const maxWaitMs = 10_000

/** Turns in the order in which they were asked for. Who waits holds nothing: no connection to the database, no body. */
export const createConcurrencyLimiter = ({ maxConcurrent, maxQueued }: ConcurrencyLimits): ConcurrencyLimiter => {
  let running = 0
  const queue = new Set<() => void>()

  const next = () => {
    const [first] = queue
    if (!first) return void running--
    queue.delete(first)
    first()
  }
  const createRelease = (): Release => {
    let isReleased = false
    return () => {
      if (!isReleased) next()
      isReleased = true
    }
  }

  return {
    acquire: async signal => {
      if (signal.aborted) throw tooManyAtOnce()
      if (running < maxConcurrent) {
        running++
        return createRelease()
      }
      if (queue.size >= maxQueued) throw tooManyAtOnce()
      const { promise, resolve, reject } = Promise.withResolvers<Release>()
      const start = () => resolve(createRelease())
      const abandon = () => {
        queue.delete(start)
        reject(tooManyAtOnce())
      }
      queue.add(start)
      const timer = setTimeout(abandon, maxWaitMs)
      signal.addEventListener('abort', abandon)
      return promise.finally(() => {
        clearTimeout(timer)
        signal.removeEventListener('abort', abandon)
      })
    },
    isIdle: () => running === 0 && queue.size === 0,
  }
}

const tooManyAtOnce = () => new AppError('too_many_at_once', { retryAfterSeconds: 5 })
