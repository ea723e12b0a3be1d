import { expect, it } from 'vitest'
import { restartPauseMs } from './workers.ts'

it('a worker that keeps failing is replaced at once, then after growing pauses', () => {
  expect([1, 2, 3, 4, 9].map(restartPauseMs)).toEqual([0, 1000, 2000, 4000, 30_000])
})
