import { removeAccount } from '../auth/account-store.ts'
import type { BillingServices } from '../billing/routes.ts'
import { withBillingLock } from '../billing/stores/billing-lock.ts'
import { removeCustomer } from '../billing/subscription/remove-customer.ts'

/**
 * Deletes the Stripe customer, then the account. Holds the billing lock: a concurrent checkout would leave a customer that
 * can still pay but has no account.
 */
export const deleteAccount = (
  { payments, ...services }: Pick<BillingServices, 'db' | 'now' | 'warn' | 'payments'>,
  accountId: string,
): Promise<void> =>
  withBillingLock(services, accountId, async () => {
    await removeCustomer(services, payments, accountId)
    await services.db.transaction(tx => removeAccount(tx, accountId))
  })
