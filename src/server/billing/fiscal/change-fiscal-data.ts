import type { FiscalData, FiscalDataChange, FiscalDataForm } from '#contract/billing/fiscal-data.ts'
import type { Caller } from '../../auth/access.ts'
import { lockAccount } from '../../auth/account-store.ts'
import type { QueryRunner } from '../../db/client.ts'
import { AppError } from '../../errors.ts'
import { mergeChange } from '../../http/merge-change.ts'
import type { Services } from '../../services.ts'
import { insertAccountTrailEntry } from '../../trail/account-trail-store.ts'
import { updateCustomer } from '../checkout/ensure-customer.ts'
import { withBillingLock } from '../stores/billing-lock.ts'
import { findFiscalData, saveFiscalData } from '../stores/fiscal-store.ts'
import { contactFingerprint, findBillingAccount } from '../stores/store.ts'
import { type Payments, withPayments } from '../stripe/payments.ts'

type Deps = Pick<Services, 'db' | 'now' | 'warn'>

export const readFiscalData = async ({ db }: Pick<Services, 'db'>, accountId: string): Promise<FiscalData | null> => {
  const stored = await findFiscalData(db, accountId)
  const account = await findBillingAccount(db, accountId)
  if (!stored || !account) return null
  const { version: _, ...data } = stored
  const isSynced = account.stripe_customer_id === null || account.billing_contact === contactFingerprint(account)
  return { ...data, isSynced }
}

/** Writes to Stripe under the billing lock, so that a checkout that starts meanwhile asks for nothing twice. */
const sendToProvider = (services: Deps, payments: Payments, accountId: string): Promise<void> =>
  withBillingLock(services, accountId, async () => {
    const account = await findBillingAccount(services.db, accountId)
    const customer = account?.stripe_customer_id
    if (!account || !customer) return
    await updateCustomer(services, payments, account, customer)
  })

/** What a form without data shows. */
const noData = { taxId: '', legalName: '', cep: '', street: '', number: '', district: '', city: '' }

const mergeFiscalData = async (
  tx: QueryRunner,
  accountId: string,
  { was, ...form }: FiscalDataChange,
): Promise<FiscalDataForm> => {
  const found = await findFiscalData(tx, accountId)
  if (!found) return form
  const { version: _, taxIdRefused: __, ...stored } = found
  return mergeChange<FiscalDataForm>(stored, form, was === null ? noData : was)
}

/** Stores the data, then sends them to Stripe; a failure there leaves them to the catch-up job. Throws `stale_setting`. */
export const changeFiscalData = async (
  services: Deps,
  payments: Payments | undefined,
  { accountId, userId }: Pick<Caller, 'accountId' | 'userId'>,
  change: FiscalDataChange,
  ip: string,
): Promise<FiscalData | null> => {
  const { db, now, warn } = services
  await db.transaction(async tx => {
    if (!(await lockAccount(tx, accountId))) throw new AppError('session_expired')
    const data = await mergeFiscalData(tx, accountId, change)
    if (!(await saveFiscalData(tx, { accountId, userId, now: now() }, data))) return
    await insertAccountTrailEntry(tx, { accountId, actorId: userId, action: 'change-fiscal-data', ip, now: now() })
  })
  if (payments) {
    await withPayments(payments, client => sendToProvider(services, client, accountId)).catch(error => {
      if (!(error instanceof AppError) || error.code === 'session_expired') throw error
      warn?.({ failure: error.code }, 'fiscal data not sent to stripe, the catch-up job will repeat it')
    })
  }
  return readFiscalData(services, accountId)
}
