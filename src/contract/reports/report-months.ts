import type { PlainDate } from '../values/dates.ts'

/** Month of a calendar, "2026-11". */
export type Month = string

export const monthOf = (day: PlainDate): Month => day.slice(0, 7)

/** Returns the month `count` months later; earlier for a negative number. */
export const addMonths = (month: Month, count: number): Month => {
  const index = Number(month.slice(0, 4)) * 12 + Number(month.slice(5)) - 1 + count
  return `${String(Math.floor(index / 12)).padStart(4, '0')}-${String((index % 12) + 1).padStart(2, '0')}`
}

/** Returns the months from one to another, both included; none if the end is before the start. */
export const listMonths = (from: Month, to: Month): Month[] => {
  const months: Month[] = []
  for (let month = from; month <= to; month = addMonths(month, 1)) months.push(month)
  return months
}

export const firstDayOf = (month: Month): PlainDate => `${month}-01`

export const lastDayOf = (month: Month): PlainDate =>
  new Date(Date.parse(`${addMonths(month, 1)}-01T00:00:00Z`) - 1).toISOString().slice(0, 10)

const names = ['jan', 'fev', 'mar', 'abr', 'mai', 'jun', 'jul', 'ago', 'set', 'out', 'nov', 'dez']

/** "2026-11" → "nov/2026". */
export const formatMonth = (month: Month): string => `${names[Number(month.slice(5)) - 1]}/${month.slice(0, 4)}`
