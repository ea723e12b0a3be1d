import type { Db } from './db/client.ts'
import type { Settings } from './env.ts'

/** Syncs the account's subscription from Stripe when the last sync is too old. Never throws; waits at most 3 s. */
export type RefreshSubscription = (accountId: string, reason: 'login' | 'profile' | 'checkout-return') => Promise<void>

/** Logs a warning for the operator. */
export type WarnOperator = (about: object, message: string) => void

/** Dependencies of request handlers. Tests pass another database or clock. */
export interface Services {
  db: Db
  settings: Settings
  now: () => Date
  /** Reports a full disk of the embedded database; absent with an external database. */
  storage?: { isFull(): boolean }
  /** Injected, because billing is a layer above its callers. Absent without payments. */
  refreshSubscription?: RefreshSubscription
  /** Starts due jobs now instead of within a minute. Absent without a runner. */
  wakeJobs?: () => void
  /** Absent when there is no log to write to. */
  warn?: WarnOperator
}
