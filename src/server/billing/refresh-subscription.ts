import { withinTime } from '../http/within-time.ts'
import type { RefreshSubscription, Services } from '../services.ts'
import { findAttempt, removeAttempt } from './checkout-store.ts'
import type { Payments } from './payments.ts'
import { type BilledAccount, findBilledAccount } from './store.ts'
import { describeFailure, isRefused } from './stripe.ts'
import { type Occasion, syncCustomer } from './sync-customer.ts'

type Needs = Pick<Services, 'db' | 'now' | 'warn'>

const ageMs = ({ billing_read_at: readAt }: BilledAccount, now: Date): number =>
  readAt === null ? Number.POSITIVE_INFINITY : now.getTime() - new Date(readAt).getTime()

const staleMs = 10 * 60_000
const betweenMs = 2000
/** After this nobody comes back from a checkout any more. */
const waitingMs = 3 * 60 * 60_000

/** Whether somebody has gone to pay and may be coming back. */
const isAwaited = async ({ db, now }: Needs, accountId: string): Promise<boolean> => {
  const attempt = await findAttempt(db, accountId)
  if (!attempt) return false
  if (now().getTime() - new Date(attempt.started_at).getTime() < waitingMs) return true
  await removeAttempt(db, accountId)
  return false
}

/** Reads again what is older than ten minutes. */
const syncIfStale = async (
  services: Needs,
  payments: Payments,
  accountId: string,
  occasion: Occasion,
): Promise<void> => {
  const account = await findBilledAccount(services.db, accountId)
  if (!account?.stripe_customer_id || ageMs(account, services.now()) < staleMs) return
  await syncCustomer(services, payments, account.stripe_customer_id, occasion)
}

const syncIfAwaited = async (services: Needs, payments: Payments, accountId: string): Promise<void> => {
  if (!(await isAwaited(services, accountId))) return
  const account = await findBilledAccount(services.db, accountId)
  if (!account?.stripe_customer_id || ageMs(account, services.now()) < betweenMs) return
  await syncCustomer(services, payments, account.stripe_customer_id, 'volta do pagamento')
}

const patienceMs = 3000
const pauseMs = 30_000

/**
 * Brings an account up to date before its user is told how it stands: after a checkout each time they ask, else when they
 * sign in or look at their profile. Nobody waits long for it, and nobody is refused because the provider is away: events
 * and the catch-up come anyway.
 */
export const refreshing = (services: Needs, payments: Payments): RefreshSubscription => {
  let pausedUntil = 0
  const fail = (error: unknown) => {
    // What is refused for one customer may be answered for the next.
    if (!isRefused(error)) pausedUntil = performance.now() + pauseMs
    services.warn?.({ failure: describeFailure(error) ?? String(error) }, 'a subscription could not be read')
  }
  return async (accountId, occasion) => {
    if (performance.now() < pausedUntil) return
    const sync =
      occasion === 'volta do pagamento'
        ? syncIfAwaited(services, payments, accountId)
        : syncIfStale(services, payments, accountId, occasion)
    await withinTime(sync, patienceMs, () => new Error('too slow')).catch(fail)
  }
}
