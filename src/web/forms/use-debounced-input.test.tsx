import { act, renderHook } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { useDebouncedInput } from './use-debounced-input.ts'

beforeEach(() => {
  vi.useFakeTimers()
})

const trimmed = (typed: string) => (typed === '?' ? undefined : typed.trim())

/** A query string that changes at once but renders only when `draw` is called. */
const setUp = (start = '') => {
  const address = { now: start }
  const commits: string[] = []
  const onCommit = (value: string) => {
    commits.push(value)
    address.now = value
  }
  const { result, rerender } = renderHook(
    ({ value }) => useDebouncedInput({ value, readCurrent: () => address.now, onCommit, delayMs: 200, parse: trimmed }),
    { initialProps: { value: start } },
  )
  return {
    commits,
    address,
    draft: () => result.current.draft,
    type: (text: string) => act(() => result.current.change(text)),
    flush: () => act(() => result.current.flush()),
    wait: (ms: number) => act(() => vi.advanceTimersByTime(ms)),
    draw: (value = address.now) => act(() => rerender({ value })),
  }
}

it('commits once after a pause in typing', () => {
  const { type, wait, commits, draft } = setUp()
  for (const text of ['a', 'an', 'ana']) {
    type(text)
    wait(150)
  }
  expect(commits).toEqual([])
  wait(50)
  expect(commits).toEqual(['ana'])
  expect(draft()).toBe('ana')
})

it('preserves newer input while an earlier value is pending', () => {
  const { type, wait, draw, draft } = setUp()
  type('a')
  wait(200)
  type('an')
  draw('a')
  expect(draft()).toBe('an')
  wait(200)
  draw('a')
  expect(draft()).toBe('an')
  draw()
  expect(draft()).toBe('an')
})

it('preserves a trailing space and commits nothing for it', () => {
  const { type, wait, draw, draft, commits } = setUp()
  type('ana ')
  wait(200)
  draw()
  expect(draft()).toBe('ana ')
  type('ana')
  wait(200)
  expect(commits).toEqual(['ana'])
})

it('follows Back and a cleared filter, even during typing', () => {
  const { type, wait, draw, draft, commits, address } = setUp('ana')
  type('anabela')
  address.now = ''
  draw()
  expect(draft()).toBe('')
  wait(500)
  expect(commits).toEqual([])
})

it('commits again when a stale link restores the old value', () => {
  const { type, flush, draw, commits, address, draft } = setUp('ana')
  type('rui')
  flush()
  address.now = 'ana'
  draw('ana')
  expect(commits).toEqual(['rui', 'rui'])
  draw()
  expect(draft()).toBe('rui')
})

it('discards unparseable input on blur', () => {
  const { type, wait, flush, draft, commits } = setUp('ana')
  type('?')
  wait(500)
  expect(draft()).toBe('?')
  flush()
  expect(draft()).toBe('ana')
  expect(commits).toEqual([])
})
