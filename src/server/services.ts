import type { Db } from './db/client.ts'
import type { Settings } from './env.ts'

/** Reads an account's subscription from the payment provider where that is due; never throws and never waits long. */
export type RefreshSubscription = (
  accountId: string,
  reason: 'entrada' | 'perfil' | 'volta do pagamento',
) => Promise<void>

/** Tells the operator, through the log, of what is not as it should be. */
export type WarnOperator = (about: object, message: string) => void

/** What a request works with. Tests build their own: another database, another clock. */
export interface Services {
  db: Db
  settings: Settings
  now: () => Date
  /** Whether the disk of the embedded database is full; absent with an external database. */
  storage?: { isFull(): boolean }
  /** Given by billing, which stands above those who need it; absent without a payment provider. */
  refreshSubscription?: RefreshSubscription
  /** Absent where nobody listens. */
  warn?: WarnOperator
}
