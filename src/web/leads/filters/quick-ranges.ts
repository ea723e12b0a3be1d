import { type PlainDate, toLocalDate } from '#contract/values/dates.ts'

export interface QuickRange {
  label: string
  from: PlainDate
  to: PlainDate
}

/** Returns common periods in the user's time zone. Both ends are inclusive. */
export const quickRanges = (now: Date): QuickRange[] => {
  const [year, month, day] = [now.getFullYear(), now.getMonth(), now.getDate()]
  // Out-of-range dates and months roll over: date 0 is the last date of the previous month.
  const dayAt = (monthOfYear: number, dayOfMonth: number): PlainDate =>
    toLocalDate(new Date(year, monthOfYear, dayOfMonth))
  return [
    { label: 'Hoje', from: dayAt(month, day), to: dayAt(month, day) },
    { label: 'Últimos 7 dias', from: dayAt(month, day - 6), to: dayAt(month, day) },
    { label: 'Este mês', from: dayAt(month, 1), to: dayAt(month + 1, 0) },
    { label: 'Mês passado', from: dayAt(month - 1, 1), to: dayAt(month, 0) },
  ]
}
