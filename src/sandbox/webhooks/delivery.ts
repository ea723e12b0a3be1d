import { newId } from '../account/ids.ts'
import type { Chaos } from './chaos.ts'

export interface Attempt {
  /** Unix milliseconds of real time. */
  at: number
  tookMs: number
  /** HTTP status, or null without a response. */
  status: number | null
  /** The error, in Portuguese. */
  failure: string | null
}

/** The delivery of one event to one endpoint. */
export interface Delivery {
  id: string
  event: string
  endpoint: string
  state: 'pending' | 'delivered' | 'failed' | 'dropped'
  /** Unix milliseconds of real time, or null without another attempt. */
  nextAttemptAt: number | null
  copies: number
  attempts: Attempt[]
}

const second = 1000
const hour = 3600 * second

/** Delays after the first, second, … failed attempt: short at first, then hourly for three days. */
const retryDelaysMs = [
  2 * second,
  8 * second,
  50 * second,
  540 * second,
  3000 * second,
  ...Array<number>(71).fill(hour),
]

export const retryDelayMs = (attempts: number): number | null => retryDelaysMs[attempts - 1] ?? null

export const newDelivery = (event: string, endpoint: string, now: number, chaos: Chaos): Delivery => ({
  id: newId('del'),
  event,
  endpoint,
  state: chaos.drop ? 'dropped' : 'pending',
  nextAttemptAt: chaos.drop ? null : now + chaos.delayMs + (chaos.shuffle ? Math.floor(Math.random() * 400) : 0),
  copies: chaos.duplicate ? 2 : 1,
  attempts: [],
})

export const recordAttempt = (delivery: Delivery, attempt: Attempt): void => {
  delivery.attempts.push(attempt)
  if (attempt.failure === null) {
    delivery.state = 'delivered'
    delivery.nextAttemptAt = null
    return
  }
  const delay = retryDelayMs(delivery.attempts.length)
  delivery.state = delay === null ? 'failed' : 'pending'
  delivery.nextAttemptAt = delay === null ? null : attempt.at + delay
}
