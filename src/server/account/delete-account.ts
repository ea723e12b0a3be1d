import { removeAccount } from '../auth/account-store.ts'
import { withBillingLock } from '../billing/billing-lock.ts'
import { removeCustomer } from '../billing/remove-customer.ts'
import type { BillingServices } from '../billing/routes.ts'

/**
 * Ends what is paid for, then deletes everything. In the account's turn: a checkout at the same moment would leave behind a
 * customer who can still pay, and is nobody here.
 */
export const deleteAccount = (
  { payments, ...services }: Pick<BillingServices, 'db' | 'now' | 'warn' | 'payments'>,
  accountId: string,
): Promise<void> =>
  withBillingLock(services, accountId, async () => {
    await removeCustomer(services, payments, accountId)
    await services.db.transaction(tx => removeAccount(tx, accountId))
  })
