import { expect, it } from 'vitest'
import { toHourIn, toInstantIn } from './zoned-time.ts'

it.each([
  ['America/Noronha', '2026-11-21T01:59:00Z', 23],
  ['America/Noronha', '2026-11-21T02:01:00Z', 0],
  ['America/Manaus', '2026-11-20T12:00:00Z', 8],
  ['America/Rio_Branco', '2026-11-21T04:59:00Z', 23],
  ['America/Rio_Branco', '2026-11-21T05:01:00Z', 0],
])('in %s, %s is at %i h, wherever the server is', (zone, instant, hour) => {
  process.env.TZ = 'Asia/Tokyo'
  expect(toHourIn(zone, new Date(instant))).toBe(hour)
})

it.each([
  ['America/Noronha', '2026-11-21', '00:00', '2026-11-21T02:00:00.000Z'],
  ['America/Sao_Paulo', '2026-11-21', '14:30', '2026-11-21T17:30:00.000Z'],
  ['America/Rio_Branco', '2026-11-21', '23:59', '2026-11-22T04:59:00.000Z'],
])('in %s, %s at %s is %s, wherever the server is', (zone, day, time, instant) => {
  process.env.TZ = 'Asia/Tokyo'
  expect(toInstantIn(zone, day, time).toISOString()).toBe(instant)
})
