import type { Db } from './db/client.ts'
import type { Settings } from './env.ts'
import { createOutbound, type Outbound } from './outbound/outbound.ts'
import { readAppSecret } from './secrets/app-secret.ts'
import { createSecretBox, type SecretBox } from './secrets/secret-box.ts'

/** Syncs the account's subscription from Stripe when the last sync is too old. Never throws; waits at most 3 s. */
export type RefreshSubscription = (accountId: string, reason: 'login' | 'profile' | 'checkout-return') => Promise<void>

/** Logs a warning for the operator. */
export type WarnOperator = (about: object, message: string) => void

/** Dependencies of request handlers. Tests pass another database or clock. */
export interface Services {
  db: Db
  settings: Settings
  now: () => Date
  secrets: SecretBox
  outbound: Outbound
  /** Reports a full disk of the embedded database; absent with an external database. */
  storage?: { isFull(): boolean }
  /** Injected, because billing is a layer above its callers. Absent without payments. */
  refreshSubscription?: RefreshSubscription
  /** Starts due jobs now instead of within a minute. Absent without a runner. */
  wakeJobs?: () => void
  /** Absent when there is no log to write to. */
  warn?: WarnOperator
}

/** Creates the services that need nothing but the settings. May create the file of the secret in `dataDir`. */
export const createServices = (db: Db, settings: Settings, now: Services['now'] = () => new Date()): Services => ({
  db,
  settings,
  now,
  secrets: createSecretBox(readAppSecret(settings)),
  outbound: createOutbound(settings),
})
