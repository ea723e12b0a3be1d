import type { Services } from '../../services.ts'
import { findFiscalData, saveTaxIdRefused } from '../stores/fiscal-store.ts'
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
import { expireCollectingSessions } from './checkout-session.ts'
import { writeFiscalData } from './write-fiscal-data.ts'

/** Updates e-mail and name. Keeps a name entered on Stripe's pages. */
const writeContact = async ({ stripe }: Payments, account: BillingAccount, customerId: string): Promise<void> => {
  const { nome: name, email } = account
  const { name: known } = await stripe.customers.update(customerId, { email, preferred_locales: ['pt-BR'] })
  const isOurs = !known || known === toldName(account)
  if (account.fiscal_version === null && isOurs && known !== name) await stripe.customers.update(customerId, { name })
}

/** Ignores what Stripe rejects, such as an e-mail: the checkout asks for one. Returns `false` for an unknown customer. */
const unlessRejected = async (write: () => Promise<void>): Promise<boolean> => {
  try {
    await write()
    return true
  } catch (error) {
    if (!isInvalidRequest(error)) throw error
    return !isNotFound(error)
  }
}

/** Updates contact and fiscal data in Stripe; returns `false` for an unknown customer. */
export const updateCustomer = async (
  { db, warn }: Pick<Services, 'db' | 'warn'>,
  payments: Payments,
  account: BillingAccount,
  customerId: string,
): Promise<boolean> => {
  const isKnown = await unlessRejected(() => writeContact(payments, account, customerId))
  const fiscalData = isKnown ? await findFiscalData(db, account.id) : undefined
  if (fiscalData) {
    // First, since a checkout that is paid later overwrites the data. One that is being paid fails this, and it is repeated.
    await expireCollectingSessions(payments, customerId)
    await unlessRejected(async () => {
      const isAccepted = await writeFiscalData(payments.stripe, customerId, fiscalData)
      if (!isAccepted) warn?.({ customer: customerId }, 'stripe rejected the tax id of a customer')
      await saveTaxIdRefused(db, account.id, fiscalData, !isAccepted)
    })
  }
  await saveContactFingerprint(db, account.id, contactFingerprint(account))
  return isKnown
}

const maxIdempotencyKeys = 10

/**
 * Creates the account's only customer. Body and key order never change, not even with the account's owner, so that concurrent
 * requests and retries get the same customer.
 */
const createCustomer = async ({ stripe }: Payments, account: BillingAccount): Promise<string> => {
  const key = `customer:create:${account.id}:${account.stripe_customer_id ?? ''}`
  for (let failures = 0; ; failures++) {
    try {
      const { id } = await stripe.customers.create(
        { metadata: { app: appTag, accountId: account.id } },
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
  services: Pick<Services, 'db' | 'warn'>,
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
