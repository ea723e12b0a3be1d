import type { Invoice } from '#contract/billing/billing.ts'
import type { Services } from '../../services.ts'
import { findReturnedCents, listInvoices } from '../stores/invoice-store.ts'
import { findBillingAccount } from '../stores/store.ts'
import { invoiceStatusOf } from '../stripe/invoice-view.ts'
import type { Payments } from '../stripe/payments.ts'
import { type Stripe, toLogFields } from '../stripe/stripe.ts'

/** 100 years of monthly invoices. */
export const maxInvoices = 1200
const maxPageSize = 100
/** No retries: stored invoices are the fallback. */
const noRetries = { maxNetworkRetries: 0 }

const toInvoice = (invoice: Stripe.Invoice, returned: number): Invoice => ({
  id: invoice.id ?? '',
  number: invoice.number,
  created: invoice.created,
  amount_due: invoice.amount_due,
  amount_paid: invoice.amount_paid,
  amount_returned: returned,
  currency: invoice.currency,
  status: invoiceStatusOf(invoice.status),
  hosted_invoice_url: invoice.hosted_invoice_url ?? null,
  invoice_pdf: invoice.invoice_pdf ?? null,
})

/** Returned amounts come from the database, which saves the requests for charges and disputes. */
const listWithLinks = async (
  { db }: Pick<Services, 'db'>,
  { stripe }: Payments,
  accountId: string,
  customer: string,
): Promise<Invoice[]> => {
  const pages = stripe.invoices.list({ customer, limit: maxPageSize }, noRetries)
  const data = await pages.autoPagingToArray({ limit: maxInvoices })
  const returned = await findReturnedCents(
    db,
    accountId,
    data.flatMap(({ id }) => id ?? []),
  )
  return data.map(invoice => toInvoice(invoice, returned.get(invoice.id ?? '') ?? 0))
}

/** Returns the invoices, newest first, with fresh links. If Stripe is unavailable, returns stored invoices without links. */
export const getInvoices = async (
  { db }: Pick<Services, 'db'>,
  payments: Payments | undefined,
  accountId: string,
): Promise<Invoice[]> => {
  const customer = (await findBillingAccount(db, accountId))?.stripe_customer_id
  if (!customer) return []
  try {
    if (payments) return await listWithLinks({ db }, payments, accountId, customer)
  } catch (error) {
    if (!toLogFields(error)) throw error
  }
  return listInvoices(db, accountId, maxInvoices)
}
