import type { Services } from '../../services.ts'
import {
  type BillingAccount,
  contactFingerprint,
  linkCustomer,
  saveContactFingerprint,
  toldName,
} from '../stores/store.ts'
import { appTag } from '../stripe/catalog.ts'
import type { Payments } from '../stripe/payments.ts'
import { isIdempotentReplay, isInvalidRequest, isNotFound } from '../stripe/stripe.ts'

/**
 * Updates name and e-mail in Stripe; returns `false` for an unknown customer. Keeps a name entered on Stripe's pages, and
 * ignores an e-mail that Stripe rejects, because the checkout asks for one.
 */
export const updateCustomer = async (
  { db }: Pick<Services, 'db'>,
  { stripe }: Payments,
  account: BillingAccount,
  customerId: string,
): Promise<boolean> => {
  const { nome: name, email } = account
  let isKnown = true
  try {
    const { name: known } = await stripe.customers.update(customerId, { email, preferred_locales: ['pt-BR'] })
    const isOurs = !known || known === toldName(account)
    if (isOurs && known !== name) await stripe.customers.update(customerId, { name })
  } catch (error) {
    if (!isInvalidRequest(error)) throw error
    isKnown = !isNotFound(error)
  }
  await saveContactFingerprint(db, account.id, contactFingerprint(account))
  return isKnown
}

const maxIdempotencyKeys = 10

/**
 * Creates the account's only customer. Body and key order never change, so that concurrent requests and retries get the
 * same customer.
 */
const createCustomer = async ({ stripe }: Payments, account: BillingAccount): Promise<string> => {
  const key = `customer:create:${account.id}:${account.stripe_customer_id ?? ''}`
  for (let failures = 0; ; failures++) {
    try {
      const { id } = await stripe.customers.create(
        { metadata: { app: appTag, accountId: account.id, userId: account.user_id } },
        { idempotencyKey: `${key}:${failures}` },
      )
      return id
    } catch (error) {
      if (!isIdempotentReplay(error) || failures + 1 === maxIdempotencyKeys) throw error
    }
  }
}

/** Always requests the customer from Stripe: one that was deleted there cannot subscribe and is replaced. */
export const ensureCustomer = async (
  services: Pick<Services, 'db'>,
  payments: Payments,
  account: BillingAccount,
): Promise<string> => {
  const known = account.stripe_customer_id
  if (known !== null && (await updateCustomer(services, payments, account, known))) return known
  const created = await createCustomer(payments, account)
  const customer = await linkCustomer(services.db, account.id, known, created)
  await updateCustomer(services, payments, account, customer)
  return customer
}
