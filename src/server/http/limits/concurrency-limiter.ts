import { AppError } from '../../errors.ts'

/** Frees the slot. Repeated calls do nothing. */
export type Release = () => void

export interface ConcurrencyLimiter {
  /**
   * Resolves when a slot is free. Throws `too_many_at_once` on a full queue, after 10 s, or when the signal aborts, which is
   * created only to wait.
   */
  acquire(createSignal: () => AbortSignal): Promise<Release>
  /** Is true without running and queued work. */
  isIdle(): boolean
}

export interface ConcurrencyLimits {
  maxConcurrent: number
  maxQueued: number
}

const maxWaitMs = 10_000

/** First in, first out. A queued request must hold neither a database connection nor a body. */
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
    acquire: async createSignal => {
      if (running < maxConcurrent) {
        running++
        return createRelease()
      }
      const signal = createSignal()
      if (signal.aborted || queue.size >= maxQueued) throw tooManyAtOnce()
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

export const tooManyAtOnce = () => new AppError('too_many_at_once', { retryAfterSeconds: 5 })
