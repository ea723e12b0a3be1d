import { removeAccount } from '../auth/account-store.ts'
import { withBillingLock } from '../billing/billing-lock.ts'
import { removeCustomer } from '../billing/remove-customer.ts'
import type { BillingServices } from '../billing/routes.ts'

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
