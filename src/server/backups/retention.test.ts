import { expect, it } from 'vitest'
import type { Backup, BackupReason } from './backup-folder.ts'
import { findExpired } from './retention.ts'

const now = new Date('2026-11-22T06:00:00Z')

const aBackup = (daysAgo: number, some: Partial<Backup> = {}): Backup => {
  const createdAt = new Date(now.getTime() - daysAgo * 24 * 3_600_000).toISOString()
  return {
    name: `${createdAt}-${some.reason ?? 'nightly'}`,
    createdAt,
    reason: 'nightly',
    postgres: '18',
    migration: null,
    bytes: 1,
    unpackedBytes: 1,
    sha256: '',
    verifiedAt: createdAt,
    failure: null,
    ...some,
  }
}

const keptDays = (backups: Backup[]): number[] => {
  const expired = findExpired(backups, now)
  return backups
    .filter(backup => !expired.includes(backup))
    .map(({ createdAt }) => Math.round((now.getTime() - Date.parse(createdAt)) / (24 * 3_600_000)))
}

const daily = Array.from({ length: 60 }, (_, day) => aBackup(day))

it('keeps one nightly backup of each of seven days and the newest of each of four weeks', () => {
  // 2026-11-22 is a Sunday, so the newest of a week are those of Sundays.
  expect(keptDays(daily)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 14, 21])
})

it.each(['manual', 'before-migration'] as const)('keeps backups %s for thirty days', (reason: BackupReason) => {
  const some = [1, 12, 29, 30, 31].map(day => aBackup(day, { reason }))
  expect(keptDays([aBackup(0), ...some])).toEqual([0, 1, 12, 29])
})

it('keeps the last verified backup whatever its age', () => {
  const failed = [1, 2, 3].map(day => aBackup(day, { verifiedAt: null, failure: 'x' }))
  expect(keptDays([...failed, aBackup(400, { reason: 'manual' }), aBackup(500, { reason: 'manual' })])).toEqual([
    1, 400,
  ])
})

it('keeps one backup a day before migrations that fail repeatedly', () => {
  const some = [0.01, 0.02, 0.03].map(day => aBackup(day, { reason: 'before-migration' }))
  expect(findExpired(some, now)).toEqual(some.slice(1))
})
