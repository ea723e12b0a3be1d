import type { PlainDate } from './dates.ts'
import { memoize } from './memoize.ts'

const dayMs = 24 * 60 * 60 * 1000
const toDayNumber = (day: PlainDate): number => Date.parse(day) / dayMs
const toDay = (dayNumber: number): PlainDate => new Date(dayNumber * dayMs).toISOString().slice(0, 10)

/** Easter Sunday by the Gregorian computus of Meeus, Jones and Butcher. */
const easterOf = (year: number): number => {
  const golden = year % 19
  const [century, rest] = [Math.floor(year / 100), year % 100]
  const skipped = century - Math.floor(century / 4) - Math.floor((century - Math.floor((century + 8) / 25) + 1) / 3)
  const moon = (19 * golden + skipped + 15) % 30
  const toSunday = (32 + 2 * (century % 4) + 2 * Math.floor(rest / 4) - moon - (rest % 4)) % 7
  const correction = 7 * Math.floor((golden + 11 * moon + 22 * toSunday) / 451)
  // Days from 22 March.
  return Date.UTC(year, 2, 22 + moon + toSunday - correction) / dayMs
}

const fixedHolidays = ['01-01', '04-21', '05-01', '09-07', '10-12', '11-02', '11-15', '12-25']
/** National by Lei 14.759/2023. */
const blackAwarenessDay = { date: '11-20', since: 2024 }
/** Carnival Monday and Tuesday, Good Friday, Corpus Christi: days from Easter. Banks are closed on them in all of Brazil. */
const movableHolidays = [-48, -47, -2, 60]

/** Returns Brazil's national holidays of a year, in order. */
export const holidaysOf = memoize((year: number): readonly PlainDate[] => {
  const fixed = [...fixedHolidays, ...(year >= blackAwarenessDay.since ? [blackAwarenessDay.date] : [])]
  const easter = easterOf(year)
  return [...fixed.map(date => `${year}-${date}`), ...movableHolidays.map(days => toDay(easter + days))].toSorted()
})

/** Day 0, 1970-01-01, was a Thursday. */
const isWeekday = (dayNumber: number): boolean => ((dayNumber + 4) % 7) % 6 !== 0

export const isWorkingDay = (day: PlainDate): boolean =>
  isWeekday(toDayNumber(day)) && !holidaysOf(Number(day.slice(0, 4))).includes(day)

/** Counts Monday to Friday up to a day number, from a fixed origin. */
const weekdaysUntil = (dayNumber: number): number => {
  const sinceSunday = dayNumber + 4
  return Math.floor(sinceSunday / 7) * 5 + Math.min(((sinceSunday % 7) + 7) % 7, 5)
}

/** Counts the working days after `from`, up to and including `to`. */
export const countWorkingDays = (from: PlainDate, to: PlainDate): number => {
  if (to <= from) return 0
  const weekdays = weekdaysUntil(toDayNumber(to)) - weekdaysUntil(toDayNumber(from))
  const [first, last] = [Number(from.slice(0, 4)), Number(to.slice(0, 4))]
  const years = Array.from({ length: last - first + 1 }, (_, index) => first + index)
  const holidays = years.flatMap(holidaysOf).filter(day => day > from && day <= to && isWeekday(toDayNumber(day)))
  return weekdays - holidays.length
}

/** Returns the last `count` working days up to and including `day`, latest first. */
export const lastWorkingDays = (day: PlainDate, count: number): PlainDate[] => {
  const found: PlainDate[] = []
  for (let dayNumber = toDayNumber(day); found.length < count; dayNumber--)
    if (isWorkingDay(toDay(dayNumber))) found.push(toDay(dayNumber))
  return found
}
