import type { billingApi } from '#contract/billing/billing.ts'
import type { RequestInput } from '#contract/endpoint.ts'
import type { Caller } from '../../auth/access.ts'
import { AppError } from '../../errors.ts'
import type { Services } from '../../services.ts'
import { findBillingAccount, findCustomerOfSubscription, saveSubscription } from '../stores/store.ts'
import type { Payments } from '../stripe/payments.ts'
import { syncCustomer } from '../sync/sync-customer.ts'

type StatusForm = RequestInput<typeof billingApi.updateStatus>['body']

/**
 * Sets the caller's own subscription in the sandbox; with Stripe, syncs the named subscription and ignores the status.
 * Returns the e-mail of the account's owner.
 */
export const setTestStatus = async (
  services: Pick<Services, 'db' | 'now' | 'warn'>,
  payments: Payments,
  { accountId, user }: Caller,
  { subscriptionId, status, plan }: StatusForm,
): Promise<string> => {
  if (payments.mode === 'sandbox') {
    const { stripeSubscriptionId } = user.subscription
    await saveSubscription(services.db, accountId, { plan, status, currentPeriodEnd: null, stripeSubscriptionId })
    return user.email
  }
  const customer = subscriptionId && (await findCustomerOfSubscription(services.db, subscriptionId))
  const reading = customer ? await syncCustomer(services, payments, customer, 'administrator') : undefined
  const owner = reading && (await findBillingAccount(services.db, reading.accountId))
  if (!owner) throw new AppError('not_found')
  return owner.email
}
