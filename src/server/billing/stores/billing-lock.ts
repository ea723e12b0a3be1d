import { setTimeout as sleep } from 'node:timers/promises'
import { AppError } from '../../errors.ts'
import type { Services } from '../../services.ts'
import { acquireBillingLock, releaseBillingLock } from './checkout-store.ts'

type Deps = Pick<Services, 'db' | 'now'>

const lockTtlMs = 90_000
/** Shorter than the lock holder's worst case, so that waiting requests give up first. */
const lockTimeoutMs = 15_000

/**
 * Serializes billing requests of an account across processes: two concurrent checkouts could both be paid. Throws
 * `session_expired` for a deleted account, `payments_unavailable` when the lock times out.
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
