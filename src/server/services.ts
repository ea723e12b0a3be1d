import type { Db } from './db/client.ts'
import type { Settings } from './env.ts'

/** What a request works with. Tests build their own: another database, another clock. */
export interface Services {
  db: Db
  settings: Settings
  now: () => Date
}
