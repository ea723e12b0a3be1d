import type { Services } from '../services.ts'
import { appTag } from './catalog.ts'
import type { Payments } from './payments.ts'
import { type BillingAccount, contactFingerprint, linkCustomer, saveContactFingerprint, toldName } from './store.ts'
import { isIdempotentReplay, isInvalidRequest, isNotFound } from './stripe.ts'

/**
 * Tells the provider the name and e-mail that somebody has now; `false` when it knows no such customer. A name that was
 * given on its own pages, as a company's for the invoices, stays: only the one that it had from us is replaced. An e-mail
 * that it finds wrong keeps nobody from paying: its own page asks for one.
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
 * The account's one customer at the provider. What is sent to create it, and the order of the keys it is sent under, never
 * change for an account: two requests at once, or a second try after a lost answer, get the same customer. Only a key under
 * which the provider repeats a failure gives way to the next.
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

/** Always asks: a customer that was deleted at the provider can be sold nothing, and is followed by another. */
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
