import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { addRowsAfterFrames, stopAddingRows } from './frame-budget.ts'

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('requestAnimationFrame', (callback: () => void) => setTimeout(callback, 16))
  vi.stubGlobal('cancelAnimationFrame', clearTimeout)
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

it('a list gets its rows also when an earlier one was removed while it waited for a frame that never came', () => {
  const removed = vi.fn(() => false)
  addRowsAfterFrames(removed)
  stopAddingRows(removed)
  vi.clearAllTimers()

  const addRow = vi.fn(() => false)
  addRowsAfterFrames(addRow)
  vi.runAllTimers()
  expect(addRow).toHaveBeenCalledTimes(1)
  expect(removed).not.toHaveBeenCalled()
})

it('slow rows come one after each frame, also to lists that need only one', () => {
  let now = 0
  let frames = 0
  vi.spyOn(performance, 'now').mockImplementation(() => now)
  vi.stubGlobal('requestAnimationFrame', (callback: () => void) =>
    setTimeout(() => {
      frames++
      callback()
    }, 16),
  )
  const framesOfRows: number[] = []
  const addSlowRow = () => {
    framesOfRows.push(frames)
    now += 10
    return false
  }
  for (let list = 0; list < 3; list++) addRowsAfterFrames(() => addSlowRow())
  vi.runAllTimers()
  expect(framesOfRows).toEqual([1, 2, 3])
})
