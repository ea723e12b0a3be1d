import { expect, it } from 'vitest'
import { besideRequests, fullSpeed, inTime } from './pace.ts'

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
