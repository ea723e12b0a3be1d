import { AppError } from '../errors.ts'

/** Gives a turn back; said again, it is not heard. */
export type EndTurn = () => void

export interface Line {
  /** Resolves when it is one's turn. Throws `too_many_at_once` when it does not come, or nobody is there any more. */
  take(gone: AbortSignal): Promise<EndTurn>
  /** Nobody has a turn, and nobody waits for one. */
  isEmpty(): boolean
}

export interface LineSize {
  /** How many have a turn at a time. */
  atOnce: number
  /** How many more may wait for one. */
  waiting: number
}

const longestWaitMs = 10_000

/** Turns in the order in which they were asked for. Who waits holds nothing: no connection to the database, no body. */
export const openLine = ({ atOnce, waiting }: LineSize): Line => {
  let running = 0
  const line = new Set<() => void>()

  const next = () => {
    const [first] = line
    if (!first) return void running--
    line.delete(first)
    first()
  }
  const turn = (): EndTurn => {
    let isOver = false
    return () => {
      if (!isOver) next()
      isOver = true
    }
  }

  return {
    take: async gone => {
      if (gone.aborted) throw tooMany()
      if (running < atOnce) {
        running++
        return turn()
      }
      if (line.size >= waiting) throw tooMany()
      const { promise, resolve, reject } = Promise.withResolvers<EndTurn>()
      const begin = () => resolve(turn())
      const giveUp = () => {
        line.delete(begin)
        reject(tooMany())
      }
      line.add(begin)
      const timer = setTimeout(giveUp, longestWaitMs)
      gone.addEventListener('abort', giveUp)
      return promise.finally(() => {
        clearTimeout(timer)
        gone.removeEventListener('abort', giveUp)
      })
    },
    isEmpty: () => running === 0 && line.size === 0,
  }
}

const tooMany = () => new AppError('too_many_at_once', { retryAfterSeconds: 5 })
