import { z } from '#contract/zod.ts'
import type { QueryRunner } from '../../db/client.ts'
import { findBillingAccount, linkCustomer } from '../stores/store.ts'
import { appTag } from '../stripe/catalog.ts'
import { retrieveCustomer } from '../stripe/fetch-stripe-state.ts'
import type { Stripe } from '../stripe/stripe.ts'

/** Written when the customer was created. */
const Metadata = z.object({ app: z.literal(appTag), accountId: z.uuid() })

/**
 * Links a customer that its account does not know, because the database was restored from a backup of before the link.
 * Returns whether it is linked.
 */
export const adoptCustomer = async (db: QueryRunner, stripe: Stripe, customerId: string): Promise<boolean> => {
  const customer = await retrieveCustomer(stripe, customerId)
  if (!customer || customer.deleted) return false
  const metadata = z.safeParse(Metadata, customer.metadata).data
  const account = metadata && (await findBillingAccount(db, metadata.accountId))
  if (!account || account.stripe_customer_id !== null) return false
  return (await linkCustomer(db, account.id, null, customerId)) === customerId
}
