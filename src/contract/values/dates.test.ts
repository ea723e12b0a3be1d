import fc from 'fast-check'
import { afterEach, describe, expect, it } from 'vitest'
import { z } from '../zod.ts'
import { NullablePlainDateInput, PlainDateInput, Timestamp } from './date-inputs.ts'
import {
  formatDate,
  formatDateTime,
  formatDateTimeInBrasilia,
  formatLongDate,
  formatRelativeTime,
  formatTimestampDate,
  toDateIn,
  toLocalDate,
  toPlainDate,
  toUtcMidnight,
} from './dates.ts'

const home = process.env.TZ
afterEach(() => {
  process.env.TZ = home
})

/** Brazil's zones, UTC and the farthest zones in both directions. */
const zones = ['America/Sao_Paulo', 'America/Noronha', 'America/Rio_Branco', 'UTC', 'Pacific/Kiritimati']

it('a long date is written as the browser does, except the first of a month', () => {
  expect(formatLongDate('2026-11-01')).toBe('domingo, 1º de novembro')
  const format = new Intl.DateTimeFormat('pt-BR', { weekday: 'long', day: 'numeric', month: 'long', timeZone: 'UTC' })
  for (let date = new Date('2023-01-01'); date.getUTCFullYear() < 2025; date.setUTCDate(date.getUTCDate() + 1))
    expect(formatLongDate(date.toISOString().slice(0, 10))).toBe(format.format(date).replace(', 1 de', ', 1º de'))
})

describe('a date on the wire', () => {
  it.each([
    ['2026-11-20', '2026-11-20'],
    ['2026-11-20T00:00:00.000Z', '2026-11-20'],
    ['2026-11-20T00:00:00Z', '2026-11-20'],
    ['2024-02-29', '2024-02-29'],
    ['1900-01-01', '1900-01-01'],
    ['2200-12-31', '2200-12-31'],
  ])('parses %s as %s', (sent, day) => {
    expect(z.parse(PlainDateInput, sent)).toBe(day)
  })

  it.each<[unknown, string]>([
    ['2026-02-30', 'Esta data não existe'],
    ['2026-02-29', 'Esta data não existe'],
    ['2026-13-01', 'Esta data não existe'],
    ['2026-00-10', 'Esta data não existe'],
    ['1899-12-31', 'Esta data não existe'],
    ['2201-01-01', 'Esta data não existe'],
    ['0000-01-01', 'Esta data não existe'],
    ['20/11/2026', 'Informe uma data válida'],
    ['2026-11-20T03:00:00.000Z', 'Informe uma data válida'],
    ['2026-11-20T00:00:00-03:00', 'Informe uma data válida'],
    ['275760-09-13', 'Informe uma data válida'],
    ['', 'Informe uma data válida'],
    [20_261_120, 'Informe uma data'],
    [null, 'Informe uma data'],
    [['2026-11-20'], 'Informe uma data'],
  ])('rejects %j', (sent, message) => {
    expect(z.safeParse(PlainDateInput, sent).error?.issues[0]?.message).toBe(message)
  })

  it.each([
    ['', null],
    [null, null],
    ['2026-11-20', '2026-11-20'],
  ])('parses %j as %j when the date is optional', (sent, day) => {
    expect(z.parse(NullablePlainDateInput, sent)).toBe(day)
  })

  it('rejects a date that does not exist when the date is optional', () => {
    expect(z.safeParse(NullablePlainDateInput, '2026-02-30').success).toBe(false)
  })
})

describe.each(zones)('dates in time zone %s', zone => {
  it('formats a date as it was typed', () => {
    process.env.TZ = zone
    const days = fc.date({ min: new Date('1990-01-01'), max: new Date('2100-12-31'), noInvalidDate: true })
    fc.assert(
      fc.property(days, date => {
        const day = date.toISOString().slice(0, 10)
        const [year, month, dayOfMonth] = day.split('-')
        const wireDay = toUtcMidnight(z.parse(PlainDateInput, day))
        expect(formatDate(wireDay)).toBe(`${dayOfMonth}/${month}/${year}`)
        expect(formatDate(toPlainDate(wireDay))).toBe(`${dayOfMonth}/${month}/${year}`)
        expect(z.parse(PlainDateInput, wireDay)).toBe(day)
      }),
    )
  })

  // Transitions of Brazil's former summer time, and year boundaries.
  it.each(['2017-10-15', '2018-11-04', '2019-02-16', '2019-02-17', '2024-02-29', '2025-12-31', '2026-01-01'])(
    '%s stays the same date',
    day => {
      process.env.TZ = zone
      expect(formatDate(toUtcMidnight(day))).toBe(day.split('-').reverse().join('/'))
    },
  )
})

describe('today', () => {
  it.each([
    ['America/Sao_Paulo', '2026-11-20'],
    ['America/Noronha', '2026-11-20'],
    ['America/Rio_Branco', '2026-11-20'],
    ['UTC', '2026-11-21'],
    ['Pacific/Kiritimati', '2026-11-21'],
  ])('22:00 in São Paulo is, in %s, %s', (zone, day) => {
    process.env.TZ = zone
    expect(toLocalDate(new Date('2026-11-21T01:00:00Z'))).toBe(day)
  })
})

describe('timestamp', () => {
  it.each(['2026-11-20T14:05:06Z', '2026-11-20T14:05:06.123456Z'])('accepts %s', moment => {
    expect(z.safeParse(Timestamp, moment).success).toBe(true)
  })

  it.each(['2026-11-20', '2026-11-20T14:05:06', '2026-02-30T14:05:06Z', '2026-11-20T25:00:00Z', 'ontem', 0])(
    'rejects %j',
    moment => {
      expect(z.safeParse(Timestamp, moment).success).toBe(false)
    },
  )

  it('is formatted in the local time zone', () => {
    process.env.TZ = 'America/Manaus'
    expect(formatDateTime('2026-11-20T02:30:00Z')).toBe('19/11/2026, 22:30')
    expect(formatTimestampDate('2026-11-20T02:30:00Z')).toBe('19/11/2026')
  })

  it.each(zones)('is formatted in %s as the browser does', zone => {
    process.env.TZ = zone
    const format = new Intl.DateTimeFormat('pt-BR', { dateStyle: 'short', timeStyle: 'short' })
    const instant = fc.date({ min: new Date('1970-01-01'), max: new Date('2200-12-31'), noInvalidDate: true })
    fc.assert(
      fc.property(instant, date => {
        expect(formatDateTime(date.toISOString())).toBe(format.format(date))
      }),
    )
  })

  it('is formatted in Brasília time when the time zone is unknown', async () => {
    process.env.TZ = 'Pacific/Kiritimati'
    expect(formatDateTimeInBrasilia('2026-11-20T02:30:00Z')).toBe('19/11/2026, 23:30')
    // Summer time, until 2019.
    expect(formatDateTimeInBrasilia('2018-11-20T02:30:00Z')).toBe('20/11/2018, 00:30')
  })
})

describe('date in a time zone', () => {
  it.each([
    ['America/Rio_Branco', '2026-11-20T04:59:59Z', '2026-11-19'],
    ['America/Rio_Branco', '2026-11-20T05:00:00Z', '2026-11-20'],
    ['America/Noronha', '2026-11-20T01:59:59Z', '2026-11-19'],
    ['America/Noronha', '2026-11-20T02:00:00Z', '2026-11-20'],
  ])('in %s, %s is on %s', (timeZone, instant, day) => {
    process.env.TZ = 'Asia/Tokyo'
    expect(toDateIn(timeZone, new Date(instant))).toBe(day)
  })
})

describe('relative time', () => {
  const now = new Date('2026-11-20T12:00:00Z')
  it.each([
    ['2026-11-20T12:00:30Z', 'agora'],
    ['2026-11-20T11:59:01Z', 'agora'],
    ['2026-11-20T11:59:00Z', 'há 1 min'],
    ['2026-11-20T11:00:01Z', 'há 59 min'],
    ['2026-11-20T11:00:00Z', 'há 1 h'],
    ['2026-11-19T12:00:01Z', 'há 23 h'],
    ['2026-11-19T12:00:00Z', 'há 1 dia'],
    ['2026-11-18T12:00:00Z', 'há 2 dias'],
    ['2026-10-21T12:00:00Z', 'há 30 dias'],
    ['2026-10-20T12:00:00Z', '20/10/2026'],
  ])('formats %s as %s', (iso, text) => {
    expect(formatRelativeTime(iso, now)).toBe(text)
  })
})
