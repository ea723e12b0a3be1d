import { removeAccount } from '../auth/account-store.ts'
import type { BillingServices } from '../billing/routes.ts'
import { withBillingLock } from '../billing/stores/billing-lock.ts'
import { removeCustomer } from '../billing/subscription/remove-customer.ts'
import { deletionFiles } from './deletion-files.ts'

type DeletionServices = Pick<BillingServices, 'db' | 'now' | 'warn' | 'payments' | 'settings'>

/** Notes the deletion beside the backups of the server, so that a restored one does not bring the account back. */
const keepDeletion = async (
  { settings, now, warn }: DeletionServices,
  id: string,
  { isPending }: { isPending: boolean },
): Promise<void> => {
  const { backupDir } = settings
  if (backupDir === undefined) return
  await deletionFiles
    .write(backupDir, { id, at: now().toISOString(), isPending })
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
    const removed = await services.db.transaction(async tx => {
      const count = await removeAccount(tx, accountId)
      // After a crash right behind the commit, the next start finds no account and confirms it.
      if (count > 0) await keepDeletion(services, accountId, { isPending: true })
      return count
    })
    if (removed > 0) await keepDeletion(services, accountId, { isPending: false })
  })
