import { removeAccount } from '../auth/account-store.ts'
import type { BillingServices } from '../billing/routes.ts'
import { withBillingLock } from '../billing/stores/billing-lock.ts'
import { removeCustomer } from '../billing/subscription/remove-customer.ts'
import { deletionFiles } from './deletion-files.ts'

type DeletionServices = Pick<BillingServices, 'db' | 'now' | 'warn' | 'payments' | 'settings'>

/** Notes the deletion beside the backups of the server, so that a restored one does not bring the account back. */
const keepDeletion = async ({ settings, now, warn }: DeletionServices, id: string): Promise<void> => {
  const { backupDir } = settings
  if (backupDir === undefined) return
  await deletionFiles
    .write(backupDir, { id, at: now().toISOString() })
    // A full disk takes nobody's right to leave.
    .catch(error => warn?.({ account: id, err: error }, 'the deletion of an account has no file beside the backups'))
}

/**
 * Deletes the Stripe customer, then the account. Holds the billing lock: a concurrent checkout would leave a customer that
 * can still pay but has no account.
 */
export const deleteAccount = (services: DeletionServices, accountId: string): Promise<void> =>
  withBillingLock(services, accountId, async () => {
    await removeCustomer(services, services.payments, accountId)
    await services.db.transaction(async tx => {
      const removed = await removeAccount(tx, accountId)
      // Before the commit: after a crash between the two, the next start completes the deletion.
      if (removed > 0) await keepDeletion(services, accountId)
    })
  })
