import { memoize, once } from './memoize.ts'
import { formatCount } from './numbers.ts'

/** Calendar date, "2026-11-20", without a time or time zone. */
export type PlainDate = string

export const isSupportedYear = (text: string): boolean => text >= '1900' && text < '2201'

/** Returns whether the calendar has the date. Expects a text that starts like one. */
export const isRealDate = (text: string): boolean => {
  const day = text.slice(0, 10)
  if (!isSupportedYear(day)) return false
  const date = new Date(`${day}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day)
}

export const datePart = (text: string): PlainDate => text.slice(0, 10)

export const plainDateOrBlank = /^(\d{4}-\d{2}-\d{2}(T00:00:00(\.0{1,6})?Z)?)?$/

export const toUtcMidnight = (day: PlainDate): string => `${day}T00:00:00.000Z`
export const toPlainDate = (wireDay: string): PlainDate => wireDay.slice(0, 10)

/** "2026-11-20" or its wire form → "20/11/2026", independent of the time zone. */
export const formatDate = (day: string): string => `${day.slice(8, 10)}/${day.slice(5, 7)}/${day.slice(0, 4)}`

const weekdays = ['domingo', 'segunda-feira', 'terça-feira', 'quarta-feira', 'quinta-feira', 'sexta-feira', 'sábado']
const months = [
  ...['janeiro', 'fevereiro', 'março', 'abril', 'maio', 'junho'],
  ...['julho', 'agosto', 'setembro', 'outubro', 'novembro', 'dezembro'],
]

/** "2026-11-20" → "sexta-feira, 20 de novembro"; the first of a month as "1º". */
export const formatLongDate = (day: PlainDate): string => {
  const date = new Date(day)
  const number = date.getUTCDate()
  return `${weekdays[date.getUTCDay()]}, ${number === 1 ? '1º' : number} de ${months[date.getUTCMonth()]}`
}

const twoDigits = (part: number): string => String(part).padStart(2, '0')

/** Formats in the local time zone: "20/11/2026, 14:05". */
export const formatDateTime = (iso: string): string => {
  const instant = new Date(iso)
  return `${formatTimestampDate(iso)}, ${twoDigits(instant.getHours())}:${twoDigits(instant.getMinutes())}`
}

const inBrasilia = once(
  () => new Intl.DateTimeFormat('pt-BR', { dateStyle: 'short', timeStyle: 'short', timeZone: 'America/Sao_Paulo' }),
)

/** Formats in Brasília time, for server-side exports without a known time zone. */
export const formatDateTimeInBrasilia = (iso: string): string => inBrasilia().format(new Date(iso))

/** Formats the local date of an instant: "20/11/2026". */
export const formatTimestampDate = (iso: string): string => formatDate(toLocalDate(new Date(iso)))

/** Returns the local date, not the UTC date: the two differ at 22:00 in São Paulo. */
export const toLocalDate = (now: Date): PlainDate =>
  `${now.getFullYear()}-${twoDigits(now.getMonth() + 1)}-${twoDigits(now.getDate())}`

/** The Swedish format is ISO's. Creating a format takes fifty times as long as using it. */
const isoDateIn = memoize((timeZone: string) => new Intl.DateTimeFormat('sv-SE', { timeZone }))

/** Returns the date of an instant in an IANA time zone. */
export const toDateIn = (timeZone: string, instant: Date): PlainDate => isoDateIn(timeZone).format(instant)

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

/** Returns "menos de 1 min", "5 min", "5 h", "1 dia" or "40 dias". */
export const formatDuration = (ms: number): string => {
  if (ms < minuteMs) return 'menos de 1 min'
  if (ms < 60 * minuteMs) return `${Math.floor(ms / minuteMs)} min`
  if (ms < dayMs) return `${Math.floor(ms / (60 * minuteMs))} h`
  return ms < 2 * dayMs ? '1 dia' : `${formatCount(Math.floor(ms / dayMs))} dias`
}

/** Returns "agora", "há 5 min", "há 5 h" or "há 9 dias"; older instants as a date, "12/11/2026". */
export const formatRelativeTime = (iso: string, now: Date): string => {
  const ms = now.getTime() - new Date(iso).getTime()
  if (ms < minuteMs) return 'agora'
  return ms < 31 * dayMs ? `há ${formatDuration(ms)}` : formatTimestampDate(iso)
}
