import type { Services } from '../services.ts'
import { app } from './catalogue.ts'
import type { Payments } from './payments.ts'
import { type BilledAccount, claimCustomer, contactOf, updateContact } from './store.ts'
import { isMissing, isRefused } from './stripe.ts'

/**
 * Tells the provider the name and e-mail that somebody has now; `false` when it knows no such customer. An e-mail that it
 * finds wrong keeps nobody from paying: its own page asks for one.
 */
export const updateCustomer = async (
  { db }: Pick<Services, 'db'>,
  { stripe }: Payments,
  account: BilledAccount,
  customerId: string,
): Promise<boolean> => {
  const { nome: name, email } = account
  let isKnown = true
  try {
    await stripe.customers.update(customerId, { name, email, preferred_locales: ['pt-BR'] })
  } catch (error) {
    if (!isRefused(error)) throw error
    isKnown = !isMissing(error)
  }
  await updateContact(db, account.id, contactOf(account))
  return isKnown
}

/**
 * The account's one customer at the provider. What is sent to create it never changes for an account, so that two
 * requests at once, or a second try after a lost answer, get the same customer by the same key.
 */
const createCustomer = async ({ db }: Pick<Services, 'db'>, { stripe }: Payments, account: BilledAccount) => {
  const former = account.stripe_customer_id
  const { id } = await stripe.customers.create(
    { metadata: { app, accountId: account.id, userId: account.user_id } },
    { idempotencyKey: `customer:create:${account.id}:${former ?? ''}` },
  )
  return claimCustomer(db, account.id, former, id)
}

/** Always asks: a customer that was deleted at the provider can be sold nothing, and is followed by another. */
export const ensureCustomer = async (
  services: Pick<Services, 'db'>,
  payments: Payments,
  account: BilledAccount,
): Promise<string> => {
  const known = account.stripe_customer_id
  if (known !== null && (await updateCustomer(services, payments, account, known))) return known
  const created = await createCustomer(services, payments, account)
  await updateCustomer(services, payments, account, created)
  return created
}
