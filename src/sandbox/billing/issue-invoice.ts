import type Stripe from 'stripe'
import type { Account } from '../account/account.ts'
import { customerTime } from '../account/clock.ts'
import { emit, updateAndEmit } from '../account/emit.ts'
import { newId, randomAlphanumeric } from '../account/ids.ts'
import { idOf } from '../account/state.ts'
import { newInvoice } from '../objects/invoice.ts'
import { newInvoiceLine } from '../objects/invoice-line.ts'

export interface DraftParams {
  subscription: Stripe.Subscription
  lines: Stripe.InvoiceLineItem[]
  reason: Stripe.Invoice.BillingReason
  start: number
  end: number
}

export const createDraft = (
  account: Account,
  { subscription, ...draft }: DraftParams,
  id = newId('in'),
): Stripe.Invoice => {
  const customer = account.state.customers[idOf(subscription.customer)]
  if (!customer) throw new Error(`subscription ${subscription.id} has no customer`)
  const taxIds = Object.values(account.state.taxIds).filter(({ customer: of }) => of === customer.id)
  return newInvoice({ id, created: customerTime(account, customer.id), subscription, customer, taxIds, ...draft })
}

export const issueInvoice = (account: Account, draft: DraftParams): Stripe.Invoice => {
  const invoice = createDraft(account, draft)
  account.state.invoices[invoice.id] = invoice
  emit(account, 'invoice.created', invoice)
  return invoice
}

/** Returns the pending prorations, then the full price of each item for one period. */
export const periodLines = (account: Account, subscription: Stripe.Subscription): Stripe.InvoiceLineItem[] => {
  const pending = account.state.pendingLines[subscription.id] ?? []
  const full = subscription.items.data.map(item =>
    newInvoiceLine({
      amount: (item.price.unit_amount ?? 0) * (item.quantity ?? 1),
      item,
      price: item.price,
      description: `${item.quantity ?? 1} × ${account.state.products[idOf(item.price.product)]?.name ?? item.price.id}`,
      start: item.current_period_start,
      end: item.current_period_end,
      proration: false,
    }),
  )
  return [...pending, ...full]
}

/** Finalizes a draft: sets its number and URLs and applies the customer's balance. */
export const finalizeInvoice = (account: Account, invoice: Stripe.Invoice): void => {
  const { state, url } = account
  const customer = state.customers[idOf(invoice.customer)]
  if (!customer || invoice.status !== 'draft') return
  const now = customerTime(account, customer.id)
  const token = randomAlphanumeric(48)
  state.links[token] = invoice.id
  const sequence = customer.next_invoice_sequence ?? 1
  const due = Math.max(invoice.total + customer.balance, 0)
  const balance = Math.min(invoice.total + customer.balance, 0)
  Object.assign(invoice, {
    starting_balance: customer.balance,
    ending_balance: balance,
    amount_due: due,
    amount_remaining: due,
    automatically_finalizes_at: null,
    effective_at: now,
    number: `${customer.invoice_prefix}-${String(sequence).padStart(4, '0')}`,
    hosted_invoice_url: `${url}/i/${token}`,
    invoice_pdf: `${url}/i/${token}/pdf`,
    status: 'open',
    status_transitions: { ...invoice.status_transitions, finalized_at: now },
  } satisfies Partial<Stripe.Invoice>)
  emit(account, 'invoice.finalized', invoice)
  const settled = { next_invoice_sequence: sequence + 1, currency: invoice.currency }
  if (balance === customer.balance) Object.assign(customer, settled)
  else updateAndEmit(account, 'customer.updated', customer, { ...settled, balance })
}
