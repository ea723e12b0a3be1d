import type { Db } from './db/client.ts'
import type { Settings } from './env.ts'

/** Reads an account's subscription from the payment provider where that is due; never throws and never waits long. */
export type RefreshSubscription = (accountId: string, occasion: 'entrada' | 'volta do pagamento') => Promise<void>

/** What a request works with. Tests build their own: another database, another clock. */
export interface Services {
  db: Db
  settings: Settings
  now: () => Date
  /** Given by billing, which stands above those who need it; absent without a payment provider. */
  refreshSubscription?: RefreshSubscription
}
