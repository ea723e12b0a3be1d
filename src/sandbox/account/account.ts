import type { State } from './state.ts'

export interface ApiRequestRef {
  id: string
  idempotencyKey: string | null
}

/** One Stripe account: what it holds, what time it is, and whom it tells. */
export interface Account {
  state: State
  /** Where people and the API reach this sandbox, without a final slash. */
  url: string
  log: (line: string) => void
  /** Unix seconds on the wall: for what Stripe never puts under a test clock. */
  wallTime: () => number
  /** The API call under way, which the events it causes name. */
  request: ApiRequestRef | null
  /** Says that something in `state` has changed. */
  scheduleSave: () => void
  /** Sends what waits in the outbox. */
  deliverWebhooks: () => void
}
