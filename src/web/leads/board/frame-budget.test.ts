import { afterEach, expect, it, vi } from 'vitest'
import { addRowsAfterFrames, stopAddingRows } from './frame-budget.ts'

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it('a list gets its rows also when an earlier one was removed while it waited for a frame that never came', () => {
  vi.useFakeTimers()
  vi.stubGlobal('requestAnimationFrame', (callback: () => void) => setTimeout(callback, 16))
  vi.stubGlobal('cancelAnimationFrame', clearTimeout)
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
