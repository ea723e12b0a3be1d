import { afterEach, describe, expect, it } from 'vitest'
import { quickRanges } from './quick-ranges.ts'

const home = process.env.TZ
afterEach(() => {
  process.env.TZ = home
})

const rangesAt = (moment: string) =>
  Object.fromEntries(quickRanges(new Date(moment)).map(({ label, from, to }) => [label, `${from} ${to}`]))

it('include both ends', () => {
  expect(rangesAt('2026-11-20T12:00:00-03:00')).toEqual({
    Hoje: '2026-11-20 2026-11-20',
    'Últimos 7 dias': '2026-11-14 2026-11-20',
    'Este mês': '2026-11-01 2026-11-30',
    'Mês passado': '2026-10-01 2026-10-31',
  })
})

it.each([
  [
    'the first days of a year',
    '2026-01-03T12:00:00Z',
    '2025-12-28 2026-01-03',
    '2026-01-01 2026-01-31',
    '2025-12-01 2025-12-31',
  ],
  [
    'the end of a long month',
    '2026-03-31T12:00:00Z',
    '2026-03-25 2026-03-31',
    '2026-03-01 2026-03-31',
    '2026-02-01 2026-02-28',
  ],
  ['a leap year', '2028-03-01T12:00:00Z', '2028-02-24 2028-03-01', '2028-03-01 2028-03-31', '2028-02-01 2028-02-29'],
])('are correct in %s', (_, moment, week, month, lastMonth) => {
  expect(rangesAt(moment)).toMatchObject({ 'Últimos 7 dias': week, 'Este mês': month, 'Mês passado': lastMonth })
})

describe.each([
  ['America/Sao_Paulo', '2026-11-30'],
  ['America/Rio_Branco', '2026-11-30'],
  ['UTC', '2026-12-01'],
])('at 22:00 on 30 November in São Paulo', (zone, today) => {
  it(`is ${today} in ${zone}`, () => {
    process.env.TZ = zone
    expect(rangesAt('2026-11-30T22:00:00-03:00').Hoje).toBe(`${today} ${today}`)
  })
})

it('are correct on a date that starts at one o’clock', () => {
  process.env.TZ = 'America/Sao_Paulo'
  // On 4 November 2018 daylight saving time skipped midnight.
  expect(rangesAt('2018-11-04T12:00:00-02:00').Hoje).toBe('2018-11-04 2018-11-04')
})
