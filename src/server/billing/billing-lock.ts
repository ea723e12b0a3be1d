import { setTimeout as sleep } from 'node:timers/promises'
import { AppError } from '../errors.ts'
import type { Services } from '../services.ts'
import { acquireBillingLock, releaseBillingLock } from './checkout-store.ts'

type Deps = Pick<Services, 'db' | 'now'>

const lockTtlMs = 90_000
/** Less than a provider that does not answer keeps the one whose turn it is. */
const lockTimeoutMs = 15_000

/**
 * One request of an account at a time, in whichever process: two at once could open two checkouts, and both be paid.
 * Throws `session_expired` once the account is gone, and `payments_unavailable` when its turn does not come.
 */
export const withBillingLock = async <T>({ db, now }: Deps, accountId: string, work: () => Promise<T>): Promise<T> => {
  const patience = Date.now() + lockTimeoutMs
  for (;;) {
    const until = new Date(now().getTime() + lockTtlMs)
    const turn = await acquireBillingLock(db, accountId, now(), until)
    if (turn === 'account-missing') throw new AppError('session_expired')
    if (turn === 'acquired') return work().finally(() => releaseBillingLock(db, accountId, until))
    if (Date.now() > patience) throw new AppError('payments_unavailable')
    await sleep(50)
  }
}
