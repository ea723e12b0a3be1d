import type { Services } from '../services.ts'
import { app } from './catalogue.ts'
import type { Payments } from './payments.ts'
import { type BilledAccount, claimCustomer, contactOf, toldName, updateContact } from './store.ts'
import { isMissing, isRefused, isReplayed } from './stripe.ts'

/**
 * Tells the provider the name and e-mail that somebody has now; `false` when it knows no such customer. A name that was
 * given on its own pages, as a company's for the invoices, stays: only the one that it had from us is replaced. An e-mail
 * that it finds wrong keeps nobody from paying: its own page asks for one.
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
    const { name: known } = await stripe.customers.update(customerId, { email, preferred_locales: ['pt-BR'] })
    const isOurs = !known || known === toldName(account)
    if (isOurs && known !== name) await stripe.customers.update(customerId, { name })
  } catch (error) {
    if (!isRefused(error)) throw error
    isKnown = !isMissing(error)
  }
  await updateContact(db, account.id, contactOf(account))
  return isKnown
}

const mostKeys = 10

/**
 * The account's one customer at the provider. What is sent to create it, and the order of the keys it is sent under, never
 * change for an account: two requests at once, or a second try after a lost answer, get the same customer. Only a key under
 * which the provider repeats a failure gives way to the next.
 */
const createCustomer = async ({ stripe }: Payments, account: BilledAccount): Promise<string> => {
  const key = `customer:create:${account.id}:${account.stripe_customer_id ?? ''}`
  for (let failures = 0; ; failures++) {
    try {
      const { id } = await stripe.customers.create(
        { metadata: { app, accountId: account.id, userId: account.user_id } },
        { idempotencyKey: `${key}:${failures}` },
      )
      return id
    } catch (error) {
      if (!isReplayed(error) || failures + 1 === mostKeys) throw error
    }
  }
}

/** Always asks: a customer that was deleted at the provider can be sold nothing, and is followed by another. */
export const ensureCustomer = async (
  services: Pick<Services, 'db'>,
  payments: Payments,
  account: BilledAccount,
): Promise<string> => {
  const known = account.stripe_customer_id
  if (known !== null && (await updateCustomer(services, payments, account, known))) return known
  const created = await createCustomer(payments, account)
  const customer = await claimCustomer(services.db, account.id, known, created)
  await updateCustomer(services, payments, account, customer)
  return customer
}
