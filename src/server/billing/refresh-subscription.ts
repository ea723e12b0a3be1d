import { withTimeout } from '../http/with-timeout.ts'
import type { RefreshSubscription, Services } from '../services.ts'
import { findAttempt, removeAttempt } from './checkout-store.ts'
import type { Payments } from './payments.ts'
import { type BillingAccount, findBillingAccount } from './store.ts'
import { isInvalidRequest, toLogFields } from './stripe.ts'
import { type SyncReason, syncCustomer } from './sync-customer.ts'

type Deps = Pick<Services, 'db' | 'now' | 'warn'>

const ageMs = ({ billing_read_at: readAt }: BillingAccount, now: Date): number =>
  readAt === null ? Number.POSITIVE_INFINITY : now.getTime() - new Date(readAt).getTime()

const maxAgeMs = 10 * 60_000
const minSyncIntervalMs = 2000
/** After this nobody comes back from a checkout any more. */
const checkoutReturnWindowMs = 3 * 60 * 60_000

/** Whether somebody has gone to pay and may be coming back. */
const hasPendingCheckout = async ({ db, now }: Deps, accountId: string): Promise<boolean> => {
  const attempt = await findAttempt(db, accountId)
  if (!attempt) return false
  if (now().getTime() - new Date(attempt.started_at).getTime() < checkoutReturnWindowMs) return true
  await removeAttempt(db, accountId)
  return false
}

/** Reads again what is older than ten minutes. */
const syncIfStale = async (
  services: Deps,
  payments: Payments,
  accountId: string,
  reason: SyncReason,
): Promise<void> => {
  const account = await findBillingAccount(services.db, accountId)
  if (!account?.stripe_customer_id || ageMs(account, services.now()) < maxAgeMs) return
  await syncCustomer(services, payments, account.stripe_customer_id, reason)
}

const syncIfCheckoutPending = async (services: Deps, payments: Payments, accountId: string): Promise<void> => {
  if (!(await hasPendingCheckout(services, accountId))) return
  const account = await findBillingAccount(services.db, accountId)
  if (!account?.stripe_customer_id || ageMs(account, services.now()) < minSyncIntervalMs) return
  await syncCustomer(services, payments, account.stripe_customer_id, 'volta do pagamento')
}

const timeoutMs = 3000
const backoffMs = 30_000

/**
 * Brings an account up to date before its user is told how it stands: after a checkout each time they ask, else when they
 * sign in or look at their profile. Nobody waits long for it, and nobody is refused because the provider is away: events
 * and the catch-up come anyway.
 */
export const createSubscriptionRefresher = (services: Deps, payments: Payments): RefreshSubscription => {
  let pausedUntil = 0
  const fail = (error: unknown) => {
    // What is refused for one customer may be answered for the next.
    if (!isInvalidRequest(error)) pausedUntil = performance.now() + backoffMs
    services.warn?.({ failure: toLogFields(error) ?? String(error) }, 'a subscription could not be read')
  }
  return async (accountId, reason) => {
    if (performance.now() < pausedUntil) return
    const sync =
      reason === 'volta do pagamento'
        ? syncIfCheckoutPending(services, payments, accountId)
        : syncIfStale(services, payments, accountId, reason)
    await withTimeout(sync, timeoutMs, () => new Error('too slow')).catch(fail)
  }
}
