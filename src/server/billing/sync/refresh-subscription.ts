import { withTimeout } from '../../http/limits/with-timeout.ts'
import type { RefreshSubscription, Services } from '../../services.ts'
import { findAttempt, removeAttempt } from '../stores/checkout-store.ts'
import { type BillingAccount, findBillingAccount } from '../stores/store.ts'
import type { Payments } from '../stripe/payments.ts'
import { isInvalidRequest, toLogFields } from '../stripe/stripe.ts'
import { type SyncReason, syncCustomer } from './sync-customer.ts'

type Deps = Pick<Services, 'db' | 'now' | 'warn'>

const ageMs = ({ billing_read_at: readAt }: BillingAccount, now: Date): number =>
  readAt === null ? Number.POSITIVE_INFINITY : now.getTime() - new Date(readAt).getTime()

const maxAgeMs = 10 * 60_000
const minSyncIntervalMs = 2000
/** Later returns from a checkout are not expected. */
const checkoutReturnWindowMs = 3 * 60 * 60_000

/** Is true while the user may be returning from a payment page. */
const hasPendingCheckout = async ({ db, now }: Deps, accountId: string): Promise<boolean> => {
  const attempt = await findAttempt(db, accountId)
  if (!attempt) return false
  if (now().getTime() - new Date(attempt.started_at).getTime() < checkoutReturnWindowMs) return true
  await removeAttempt(db, accountId)
  return false
}

/** Syncs when the last sync is older than ten minutes. */
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
  await syncCustomer(services, payments, account.stripe_customer_id, 'checkout-return')
}

const timeoutMs = 3000
const backoffMs = 30_000

/**
 * Syncs an account before its user sees the state: on every request after a checkout, otherwise at login and in the
 * profile. Waits at most 3 s and ignores errors, because webhooks and the catch-up job also sync.
 */
export const createSubscriptionRefresher = (services: Deps, payments: Payments): RefreshSubscription => {
  let pausedUntil = 0
  const fail = (error: unknown) => {
    // An invalid request affects only this customer, so other syncs continue.
    if (!isInvalidRequest(error)) pausedUntil = performance.now() + backoffMs
    services.warn?.({ failure: toLogFields(error) ?? String(error) }, 'subscription sync failed')
  }
  return async (accountId, reason) => {
    if (performance.now() < pausedUntil) return
    const sync =
      reason === 'checkout-return'
        ? syncIfCheckoutPending(services, payments, accountId)
        : syncIfStale(services, payments, accountId, reason)
    await withTimeout(sync, timeoutMs, () => new Error('too slow')).catch(fail)
  }
}
