import { expect, it } from 'vitest'
import { findExpired } from './retention.ts'

const now = new Date('2026-11-23T12:00:00Z')
const today = '2026-11-23'
const dayBefore = (days: number) => new Date(now.getTime() - days * 86_400_000).toISOString().slice(0, 10)

const backup = (days: number, changes: object = {}) => ({
  id: `${days}`,
  kind: 'daily' as const,
  day: dayBefore(days),
  verified_at: '2026-11-23',
  failure: null,
  expires_at: null,
  ...changes,
})
const backups = Array.from({ length: 120 }, (_, days) => backup(days))
const keptOf = (plan: { dailyDays: number; weeklyWeeks: number }, all = backups) => {
  const expired = findExpired(all, plan, { today, now })
  return all.filter(({ id }) => !expired.includes(id)).map(({ id }) => Number(id))
}

it('Profissional keeps the backups of 14 days', () => {
  expect(keptOf({ dailyDays: 14, weeklyWeeks: 0 })).toEqual(Array.from({ length: 14 }, (_, days) => days))
})

it('Empresarial keeps those of 30 days and the newest of each of 12 weeks', () => {
  const kept = keptOf({ dailyDays: 30, weeklyWeeks: 12 })
  expect(kept.slice(0, 30)).toEqual(Array.from({ length: 30 }, (_, days) => days))
  // 23 November is a Monday; each week ends on a Sunday.
  expect(kept.slice(30)).toEqual([36, 43, 50, 57, 64, 71])
  expect(kept.slice(30).every(days => new Date(dayBefore(days)).getUTCDay() === 0)).toBe(true)
})

it('the newest verified backup stays, however old it is', () => {
  const failed = { verified_at: null, failure: 'damaged' as const }
  expect(keptOf({ dailyDays: 14, weeklyWeeks: 0 }, [backup(40), backup(41)])).toEqual([40])
  const all = [backup(1, failed), backup(2, failed), backup(40)]
  expect(keptOf({ dailyDays: 14, weeklyWeeks: 0 }, all as typeof backups)).toEqual([1, 40])
})
