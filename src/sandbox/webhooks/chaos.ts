import { boolean, type Field, integer, map, oneOf } from '../wire/fields.ts'

/** Faults on demand. */
export interface Chaos {
  /** Every event arrives twice. */
  duplicate: boolean
  /** Events arrive in any order. */
  shuffle: boolean
  /** No event arrives, ever. */
  drop: boolean
  /** Milliseconds before an event sets out. */
  delayMs: number
  /** A debt whose last attempt failed leaves the subscription `unpaid` instead of ending it. */
  leave_unpaid: boolean
  /** So many of the next charges are refused. */
  next_payment_fails: number
  /** So many of the next API calls answer 500. */
  api_500: number
  /** So many of the next API calls answer something that is not JSON. */
  api_garbage: number
  /** Milliseconds every API call takes longer. */
  api_delay_ms: number
}

export const noFaults = (): Chaos => ({
  duplicate: false,
  shuffle: false,
  drop: false,
  delayMs: 0,
  leave_unpaid: false,
  next_payment_fails: 0,
  api_500: 0,
  api_garbage: 0,
  api_delay_ms: 0,
})

const count: Field<number> = {
  parse: (raw, path) =>
    Math.max(0, raw === 'true' || raw === 'on' ? 1 : raw === 'false' ? 0 : integer.parse(raw, path)),
}
const flag: Field<boolean> = { parse: (raw, path) => raw === 'on' || boolean.parse(raw, path) }

export const chaosPatch = map({
  duplicate: flag,
  shuffle: flag,
  drop: flag,
  delayMs: count,
  leave_unpaid: flag,
  next_payment_fails: count,
  api_500: count,
  api_garbage: count,
  api_delay_ms: count,
  from: oneOf('page'),
})

type CountedFault = 'next_payment_fails' | 'api_500' | 'api_garbage'

/** Whether this fault is due now; one fewer is left then. */
export const consumeFault = (chaos: Chaos, fault: CountedFault): boolean => {
  if (chaos[fault] <= 0) return false
  chaos[fault] -= 1
  return true
}
