import { boolean, type Field, integer, map, oneOf } from '../wire/fields.ts'

/** Simulated faults. */
export interface Chaos {
  /** Delivers every event twice. */
  duplicate: boolean
  /** Delivers events in random order. */
  shuffle: boolean
  /** Delivers no event. */
  drop: boolean
  /** Delay before the first delivery attempt. */
  delayMs: number
  /** After the last failed payment attempt, a subscription becomes `unpaid` instead of `canceled`. */
  leave_unpaid: boolean
  /** Stripe may not accept a number that is right, such as a CNPJ with letters. */
  reject_tax_ids: boolean
  /** The number of next charges to decline. */
  next_payment_fails: number
  /** The number of next API calls that return 500. */
  api_500: number
  /** The number of next API calls that return no JSON. */
  api_garbage: number
  /** Delay of every API call. */
  api_delay_ms: number
}

export const noFaults = (): Chaos => ({
  duplicate: false,
  shuffle: false,
  drop: false,
  delayMs: 0,
  leave_unpaid: false,
  reject_tax_ids: false,
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
  reject_tax_ids: flag,
  next_payment_fails: count,
  api_500: count,
  api_garbage: count,
  api_delay_ms: count,
  from: oneOf('page'),
})

type CountedFault = 'next_payment_fails' | 'api_500' | 'api_garbage'

/** Returns whether the fault applies now, and decrements its counter. */
export const consumeFault = (chaos: Chaos, fault: CountedFault): boolean => {
  if (chaos[fault] <= 0) return false
  chaos[fault] -= 1
  return true
}
