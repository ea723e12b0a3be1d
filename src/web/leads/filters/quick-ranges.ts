import { type PlainDate, toLocalDate } from '#contract/dates.ts'

export interface QuickRange {
  label: string
  from: PlainDate
  to: PlainDate
}

/** Periods that people ask for, in the reader's own days; both ends belong to them. */
export const quickRanges = (now: Date): QuickRange[] => {
  const [year, month, day] = [now.getFullYear(), now.getMonth(), now.getDate()]
  // Out of range days and months roll over: day 0 is the last of the month before.
  const dayAt = (monthOfYear: number, dayOfMonth: number): PlainDate =>
    toLocalDate(new Date(year, monthOfYear, dayOfMonth))
  return [
    { label: 'Hoje', from: dayAt(month, day), to: dayAt(month, day) },
    { label: 'Últimos 7 dias', from: dayAt(month, day - 6), to: dayAt(month, day) },
    { label: 'Este mês', from: dayAt(month, 1), to: dayAt(month + 1, 0) },
    { label: 'Mês passado', from: dayAt(month - 1, 1), to: dayAt(month, 0) },
  ]
}
