import type { Invoice } from '#contract/billing.ts'
import type { Services } from '../services.ts'
import type { Payments } from './payments.ts'
import { findBilledAccount, listInvoices } from './store.ts'
import { describeFailure, type Stripe } from './stripe.ts'
import { invoiceStatusOf } from './sync-customer.ts'

const most = 24
/** Nobody waits long for what can be told without the provider. */
const soon = { maxNetworkRetries: 0 }

const toInvoice = (invoice: Stripe.Invoice): Invoice => ({
  id: invoice.id ?? '',
  number: invoice.number,
  created: invoice.created,
  amount_due: invoice.amount_due,
  amount_paid: invoice.amount_paid,
  currency: invoice.currency,
  status: invoiceStatusOf(invoice.status),
  hosted_invoice_url: invoice.hosted_invoice_url ?? null,
  invoice_pdf: invoice.invoice_pdf ?? null,
})

/** An account's latest invoices with links that are good now; without them, as we last knew, when the provider is away. */
export const findInvoices = async (
  { db }: Pick<Services, 'db'>,
  payments: Payments | undefined,
  accountId: string,
): Promise<Invoice[]> => {
  const customer = (await findBilledAccount(db, accountId))?.stripe_customer_id
  if (!customer) return []
  try {
    if (payments) return (await payments.stripe.invoices.list({ customer, limit: most }, soon)).data.map(toInvoice)
  } catch (error) {
    if (!describeFailure(error)) throw error
  }
  return listInvoices(db, accountId, most)
}
