const minute = 60
const hour = 60 * minute

/** Seconds between the attempts of a delivery, as Standard Webhooks recommends. The tenth attempt is the last. */
export const retrySeconds = [
  5,
  5 * minute,
  30 * minute,
  2 * hour,
  5 * hour,
  10 * hour,
  14 * hour,
  20 * hour,
  24 * hour,
] as const

const jitter = 0.1

/** Returns the milliseconds until the next attempt, or `undefined` after the last. `random` is between 0 and 1. */
export const retryDelayMs = (attempts: number, retryAfterSeconds = 0, random = Math.random()): number | undefined => {
  const seconds = retrySeconds[attempts - 1]
  return seconds === undefined ? undefined : Math.max(seconds * (1 + jitter * random), retryAfterSeconds) * 1000
}

const hourMs = hour * 1000
const warnedAfterMs = 24 * hourMs
const disabledAfterMs = 120 * hourMs
const minFailures = 10

/** An endpoint that only failed. Neither a short outage nor many messages at once disable it, only both together. */
export const verdictOn = (failures: number, failingSince: Date, now: Date): 'disable' | 'warn' | undefined => {
  const failingMs = now.getTime() - failingSince.getTime()
  if (failures >= minFailures && failingMs >= disabledAfterMs) return 'disable'
  return failingMs >= warnedAfterMs ? 'warn' : undefined
}

const slowDownStatuses = [429, 502, 504]
const slowDownMs = 60_000

/** Returns how long the whole endpoint gets nothing, because its receiver is overloaded. */
export const slowDownMsOf = (status: number | undefined, retryAfterSeconds: number | undefined): number | undefined =>
  status !== undefined && slowDownStatuses.includes(status)
    ? Math.max(slowDownMs, (retryAfterSeconds ?? 0) * 1000)
    : undefined
