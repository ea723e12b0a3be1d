import { setTimeout as sleep } from 'node:timers/promises'
import { AppError } from '../errors.ts'
import type { Services } from '../services.ts'
import { claimTurn, endTurn } from './checkout-store.ts'

type Needs = Pick<Services, 'db' | 'now'>

const turnMs = 90_000
/** Less than a provider that does not answer keeps the one whose turn it is. */
const turnPatienceMs = 15_000

/**
 * One request of an account at a time, in whichever process: two at once could open two checkouts, and both be paid.
 * Throws `session_expired` once the account is gone, and `payments_unavailable` when its turn does not come.
 */
export const inTurn = async <T>({ db, now }: Needs, accountId: string, work: () => Promise<T>): Promise<T> => {
  const patience = Date.now() + turnPatienceMs
  for (;;) {
    const until = new Date(now().getTime() + turnMs)
    const turn = await claimTurn(db, accountId, now(), until)
    if (turn === 'gone') throw new AppError('session_expired')
    if (turn === 'taken') return work().finally(() => endTurn(db, accountId, until))
    if (Date.now() > patience) throw new AppError('payments_unavailable')
    await sleep(50)
  }
}
