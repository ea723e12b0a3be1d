import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { onWindowUsed } from './window-use.ts'

let told = 0
let stop = () => {}
let now = 0
beforeEach(() => {
  vi.useFakeTimers()
  told = 0
  now = 100_000
  stop = onWindowUsed(() => told++)
})
afterEach(() => {
  stop()
})

const happen = (...names: string[]) => {
  for (const name of names) {
    const event = new Event(name, { bubbles: true })
    Object.defineProperty(event, 'timeStamp', { value: now })
    document.body.dispatchEvent(event)
  }
}
const wait = (ms: number) => {
  now += ms
  vi.advanceTimersByTime(ms)
}

it('calls the listener on the first use after a pause, once', () => {
  happen('pointermove', 'pointermove', 'keydown')
  wait(200)
  expect(told).toBe(1)
  for (let second = 0; second < 10; second++) {
    happen('pointermove')
    wait(1000)
  }
  expect(told).toBe(1)
  wait(6000)
  happen('keydown')
  wait(200)
  expect(told).toBe(2)
})

it('calls the listener when the window gains the focus, after any absence', () => {
  happen('pointermove')
  wait(200)
  happen('focus', 'visibilitychange')
  wait(200)
  expect(told).toBe(2)
})

it.each([
  ['a card is dragged', 'dragend'],
  ['a finger carries one', 'touchend'],
  ['a button is down', 'pointerup'],
])('does not call the listener while %s', (_, end) => {
  happen('focus', 'pointerdown', 'pointercancel')
  wait(9000)
  happen('pointermove')
  wait(200)
  expect(told).toBe(0)
  happen(end)
  wait(200)
  expect(told).toBe(1)
})

it('stops calling the listener after the unsubscribe', () => {
  stop()
  happen('focus')
  wait(200)
  expect(told).toBe(0)
})
