import { fireEvent } from '@testing-library/dom'
import { beforeEach, expect, it, vi } from 'vitest'
import { whenIdle, whenIdleInTurn } from './when-idle.ts'

beforeEach(() => {
  vi.useFakeTimers()
  // The user rests, on this clock.
  fireEvent.scroll(document.body)
  vi.advanceTimersByTime(1000)
  return () => vi.useRealTimers()
})

const movePointer = (buttons: number) =>
  document.body.dispatchEvent(new MouseEvent('pointermove', { bubbles: true, buttons }))

it('runs a task soon for a user who rests', () => {
  const work = vi.fn()
  whenIdle(work)
  vi.advanceTimersByTime(300)
  expect(work).toHaveBeenCalledOnce()
})

it.each([
  ['scroll', () => fireEvent.scroll(document.body)],
  ['type', () => fireEvent.keyDown(document.body, { key: 'a' })],
  ['drag', () => movePointer(1)],
])('waits while the user would feel it: %s', (_, use) => {
  const work = vi.fn()
  whenIdle(work)
  for (let ms = 0; ms < 2000; ms += 100) {
    use()
    vi.advanceTimersByTime(100)
  }
  expect(work).not.toHaveBeenCalled()
  vi.advanceTimersByTime(800)
  expect(work).toHaveBeenCalledOnce()
})

it('does not wait for a pointer that only passes', () => {
  const work = vi.fn()
  whenIdle(work)
  for (let ms = 0; ms < 500; ms += 100) {
    movePointer(0)
    vi.advanceTimersByTime(100)
  }
  expect(work).toHaveBeenCalledOnce()
})

it('waits at most ten seconds', () => {
  const work = vi.fn()
  whenIdle(work)
  for (let ms = 0; ms < 11_000; ms += 100) {
    fireEvent.scroll(document.body)
    vi.advanceTimersByTime(100)
  }
  expect(work).toHaveBeenCalledOnce()
})

it('runs nothing once canceled, also while it waits for a rest', () => {
  const first = vi.fn()
  const second = vi.fn()
  const cancel = whenIdleInTurn([first, second])
  fireEvent.scroll(document.body)
  vi.advanceTimersByTime(400)
  cancel()
  vi.advanceTimersByTime(20_000)
  expect(first).not.toHaveBeenCalled()
  expect(second).not.toHaveBeenCalled()
})
