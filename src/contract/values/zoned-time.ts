import type { PlainDate } from './dates.ts'
import { memoize } from './memoize.ts'

const hourIn = memoize(
  (timeZone: string) => new Intl.DateTimeFormat('sv-SE', { timeZone, hour: '2-digit', hourCycle: 'h23' }),
)

/** Returns the hour of an IANA time zone's clock, 0 to 23. `toDateIn` returns its date. */
export const toHourIn = (timeZone: string, instant: Date): number => Number(hourIn(timeZone).format(instant))

/**
 * Returns the instant of a date and a time, such as "14:30", of a time zone. Brazil's zones differ from UTC by whole hours and
 * have no daylight saving time anymore, so noon has the difference of the whole day.
 */
export const toInstantIn = (timeZone: string, day: PlainDate, time = '00:00'): Date => {
  const hoursBehind = 12 - toHourIn(timeZone, new Date(`${day}T12:00:00Z`))
  return new Date(Date.parse(`${day}T${time}:00Z`) + hoursBehind * 60 * 60 * 1000)
}
