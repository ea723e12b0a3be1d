import { describe, expect, it } from 'vitest'
import { autoScrollSpeed } from './auto-scroll.ts'

describe('auto-scroll in an area from 100 to 460', () => {
  it.each([
    ['rests in the middle', 280, 0],
    ['comes near the end', 450, 12],
    ['passes the end', 500, 14],
    ['comes near the start', 110, -12],
    ['passes the start', 0, -14],
  ])('scrolls faster nearer to the edge: %s', (_, at, speed) => {
    expect(autoScrollSpeed(at, 100, 460)).toBe(speed)
  })
})
