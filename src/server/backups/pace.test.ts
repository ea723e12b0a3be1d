import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { besideRequests, fullSpeed, inTime, type Pace, withRests } from './pace.ts'

const gigabyte = 1024 ** 3

it('keeps the pace of a database that is copied within two hours', () => {
  expect(inTime(besideRequests, gigabyte)).toEqual(besideRequests)
})

it('copies a large database fast enough for two hours', () => {
  const { bytesPerSecond } = inTime(besideRequests, 100 * gigabyte)
  expect((100 * gigabyte) / (bytesPerSecond ?? 0) / 3600).toBeCloseTo(2, 3)
})

it('does not slow down a backup that somebody waits for', () => {
  expect(inTime(fullSpeed, 100 * gigabyte)).toEqual(fullSpeed)
})

/** Three chunks that are ready at once and take their reader 30 ms each. */
const readSlowly = async (pace: Pace): Promise<number[]> => {
  const seen: number[] = []
  const chunks = (async function* () {
    yield* [1, 2, 3]
  })()
  for await (const chunk of withRests(pace, chunks)) {
    seen.push(chunk)
    await sleep(30)
  }
  return seen
}

it('rests between chunks in proportion to the work, and passes all of them on', async () => {
  const begun = performance.now()
  expect(await readSlowly({ bytesPerSecond: null, restFactor: 3 })).toEqual([1, 2, 3])
  expect(performance.now() - begun).toBeGreaterThan(3 * 29 * 4)
})

it('stops between chunks when it is aborted', async () => {
  await expect(readSlowly({ ...fullSpeed, signal: AbortSignal.abort(new Error('stop')) })).rejects.toThrow('stop')
})
