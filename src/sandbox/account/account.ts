import type { State } from './state.ts'

export interface ApiRequestRef {
  id: string
  idempotencyKey: string | null
}

/** One simulated Stripe account: its state, its clock and its webhook delivery. */
export interface Account {
  state: State
  /** Base URL of the pages and the API, without a trailing slash. */
  url: string
  log: (line: string) => void
  /** Unix seconds of real time, for objects that Stripe never puts under a test clock. */
  wallTime: () => number
  /** The API call in progress. Events name it as their cause. */
  request: ApiRequestRef | null
  /** Call after every change of `state`. */
  scheduleSave: () => void
  /** Sends the webhook deliveries that are due. */
  deliverWebhooks: () => void
}
