import { afterEach, describe, expect, it, vi } from 'vitest'
import { createConcurrencyLimiter } from './concurrency-limiter.ts'

const nobodyLeaves = () => new AbortController().signal
const codeOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'a turn',
    error => [error.code, error.retryAfterSeconds],
  )
const rejected = ['too_many_at_once', 5]

afterEach(() => void vi.useRealTimers())

describe('concurrency limiter', () => {
  it('grants up to the maximum concurrently, in order of arrival', async () => {
    const line = createConcurrencyLimiter({ maxConcurrent: 2, maxQueued: 10 })
    const begun: string[] = []
    const ends = new Map<string, () => void>()
    for (const who of ['a', 'b', 'c', 'd']) {
      void line.acquire(nobodyLeaves).then(end => {
        begun.push(who)
        ends.set(who, end)
      })
    }
    await new Promise(setImmediate)
    expect(begun).toEqual(['a', 'b'])
    ends.get('a')?.()
    // Releasing twice must free one slot.
    ends.get('a')?.()
    await new Promise(setImmediate)
    expect(begun).toEqual(['a', 'b', 'c'])
    for (const who of ['b', 'c']) ends.get(who)?.()
    await new Promise(setImmediate)
    expect(begun).toEqual(['a', 'b', 'c', 'd'])
    expect(line.isIdle()).toBe(false)
    ends.get('d')?.()
    expect(line.isIdle()).toBe(true)
  })

  it('rejects when the queue is full', async () => {
    const line = createConcurrencyLimiter({ maxConcurrent: 1, maxQueued: 1 })
    const end = await line.acquire(nobodyLeaves)
    const next = line.acquire(nobodyLeaves)
    expect(await codeOf(line.acquire(nobodyLeaves))).toEqual(rejected)
    end()
    expect(await codeOf(next)).toBe('a turn')
  })

  it('rejects after ten seconds in the queue', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const line = createConcurrencyLimiter({ maxConcurrent: 1, maxQueued: 1 })
    const end = await line.acquire(nobodyLeaves)
    const waiting = codeOf(line.acquire(nobodyLeaves))
    await vi.advanceTimersByTimeAsync(10_100)
    expect(await waiting).toEqual(rejected)
    end()
    expect(line.isIdle()).toBe(true)
  })

  it('removes aborted waiters from the queue', async () => {
    const line = createConcurrencyLimiter({ maxConcurrent: 1, maxQueued: 1 })
    const end = await line.acquire(nobodyLeaves)
    const visitor = new AbortController()
    const left = codeOf(line.acquire(() => visitor.signal))
    visitor.abort()
    expect(await left).toEqual(rejected)
    expect(await codeOf(line.acquire(() => visitor.signal))).toEqual(rejected)
    end()
    expect(line.isIdle()).toBe(true)
  })
})
