import { expect, it } from 'vitest'
import { countWorkingDays, holidaysOf, isWorkingDay, lastWorkingDays } from './working-days.ts'

it.each([
  [2024, ['2024-02-12', '2024-02-13', '2024-03-29', '2024-05-30']],
  [2025, ['2025-03-03', '2025-03-04', '2025-04-18', '2025-06-19']],
  [2026, ['2026-02-16', '2026-02-17', '2026-04-03', '2026-06-04']],
  [2027, ['2027-02-08', '2027-02-09', '2027-03-26', '2027-05-27']],
  // The earliest and the latest Easter of these centuries.
  [2285, ['2285-02-02', '2285-02-03', '2285-03-20', '2285-05-21']],
  [2038, ['2038-03-08', '2038-03-09', '2038-04-23', '2038-06-24']],
])('the movable holidays of %i are carnival, Good Friday and Corpus Christi', (year, movable) => {
  expect(holidaysOf(year)).toEqual(expect.arrayContaining(movable))
})

it('2026 has 13 national holidays, and 20 November is one since 2024', () => {
  expect(holidaysOf(2026)).toHaveLength(13)
  expect([isWorkingDay('2023-11-20'), isWorkingDay('2024-11-20')]).toEqual([true, false])
})

it.each([
  ['2026-11-20', false],
  ['2026-11-21', false],
  ['2026-11-22', false],
  ['2026-11-23', true],
  ['2026-12-25', false],
  ['2026-06-04', false],
])('%s is a working day: %s', (day, isWorking) => {
  expect(isWorkingDay(day)).toBe(isWorking)
})

it.each([
  ['2026-11-23', '2026-11-23', 0],
  ['2026-11-19', '2026-11-22', 0],
  ['2026-11-19', '2026-11-23', 1],
  ['2026-11-16', '2026-11-27', 8],
  ['2026-11-27', '2026-11-16', 0],
  // Carnival.
  ['2026-02-13', '2026-02-18', 1],
])('from %s to %s there are %i working days', (from, to, count) => {
  expect(countWorkingDays(from, to)).toBe(count)
})

it('counting agrees with walking for every day of three years', () => {
  const from = '2025-12-31'
  let expected = 0
  for (let time = Date.parse('2026-01-01'); time < Date.parse('2029-01-01'); time += 86_400_000) {
    const day = new Date(time).toISOString().slice(0, 10)
    expected += isWorkingDay(day) ? 1 : 0
    expect(countWorkingDays(from, day)).toBe(expected)
  }
})

it('returns the last working days, latest first', () => {
  expect(lastWorkingDays('2026-11-23', 4)).toEqual(['2026-11-23', '2026-11-19', '2026-11-18', '2026-11-17'])
  expect(lastWorkingDays('2026-11-22', 1)).toEqual(['2026-11-19'])
})
