import type Stripe from 'stripe'

export type Interval = 'day' | 'week' | 'month' | 'year'

const daySeconds = 86_400

const daysInMonth = (year: number, month: number): number => new Date(Date.UTC(year, month + 1, 0)).getUTCDate()

/** Adds months and preserves the time of day. A day that the month lacks becomes its last day. */
const monthsAfter = (anchor: number, months: number): number => {
  const date = new Date(anchor * 1000)
  const index = date.getUTCFullYear() * 12 + date.getUTCMonth() + months
  const [year, month] = [Math.floor(index / 12), index % 12]
  const day = Math.min(date.getUTCDate(), daysInMonth(year, month))
  return (
    Date.UTC(year, month, day) / 1000 +
    (anchor - Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate()) / 1000)
  )
}

/** Returns the n-th period boundary. It counts from the anchor, so that 31 January gives 28 February, then 31 March. */
export const boundary = (anchor: number, interval: Interval, intervalCount: number, n: number): number => {
  const steps = intervalCount * n
  if (interval === 'day') return anchor + steps * daySeconds
  if (interval === 'week') return anchor + steps * 7 * daySeconds
  return monthsAfter(anchor, interval === 'year' ? steps * 12 : steps)
}

/** Returns the period that contains `moment`. Requires `anchor <= moment`. */
export const periodAt = (anchor: number, interval: Interval, intervalCount: number, moment: number) => {
  let n = 0
  while (boundary(anchor, interval, intervalCount, n + 1) <= moment) n += 1
  return { start: boundary(anchor, interval, intervalCount, n), end: boundary(anchor, interval, intervalCount, n + 1) }
}

export const intervalOf = (price: Stripe.Price): [Interval, number] => [
  (price.recurring?.interval ?? 'month') as Interval,
  price.recurring?.interval_count ?? 1,
]
