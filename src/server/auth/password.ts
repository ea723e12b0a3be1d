import { hash, verify } from '@node-rs/argon2'
import { AppError } from '../errors.ts'

/**
 * OWASP's minimum for argon2id, the library's default algorithm. Hashing runs in libuv's pool, off the event loop. Only tests
 * change it.
 */
export const hashCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

const maxConcurrentHashes = 4
const maxQueuedHashes = 50
let running = 0
const waiting: (() => void)[] = []

/** A hash takes 19 MiB and a CPU core: runs few at a time, queues a few more and throws `unavailable` beyond. */
const withHashingSlot = async <Result>(work: () => Promise<Result>): Promise<Result> => {
  if (running >= maxConcurrentHashes) {
    if (waiting.length >= maxQueuedHashes) throw new AppError('unavailable')
    await new Promise<void>(resolve => waiting.push(resolve))
  } else running++
  try {
    return await work()
  } finally {
    // Hand the slot to the next in the queue.
    const next = waiting.shift()
    if (next) next()
    else running--
  }
}

export const hashPassword = (password: string): Promise<string> => withHashingSlot(() => hash(password, hashCost))

const dummyHash = hash('nobody has this password', hashCost)

/** Verifies a password. Without a hash (unknown e-mail) verifies a dummy hash, so that timing reveals nothing. */
export const verifyPassword = async (passwordHash: string | undefined, password: string): Promise<boolean> => {
  const expected = passwordHash ?? (await dummyHash)
  const fits = await withHashingSlot(() => verify(expected, password))
  return fits && passwordHash !== undefined
}
