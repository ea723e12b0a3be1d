import type Stripe from 'stripe'
import { idOf } from '../account/state.ts'

interface InvoiceInput {
  id: string
  created: number
  subscription: Stripe.Subscription
  customer: Stripe.Customer
  taxIds: Stripe.TaxId[]
  lines: Stripe.InvoiceLineItem[]
  reason: Stripe.Invoice.BillingReason
  start: number
  end: number
}

const detailsOf = (customer: Stripe.Customer, taxIds: Stripe.TaxId[]) => ({
  customer: customer.id,
  customer_account: null,
  customer_address: customer.address ?? null,
  customer_email: customer.email,
  customer_name: customer.name ?? null,
  customer_phone: customer.phone ?? null,
  customer_shipping: null,
  customer_tax_exempt: 'none',
  customer_tax_ids: taxIds.map(({ type, value }) => ({ type, value })),
})

/** A draft. `finalizeInvoice` sets the amount due. */
export const newInvoice = ({
  id,
  created,
  subscription,
  customer,
  taxIds,
  lines,
  reason,
  start,
  end,
}: InvoiceInput): Stripe.Invoice => {
  const total = lines.reduce((sum, line) => sum + line.amount, 0)
  return {
    id,
    object: 'invoice',
    ...detailsOf(customer, taxIds),
    account_country: 'BR',
    account_name: 'Fechou (ambiente de teste)',
    account_tax_ids: null,
    amount_due: Math.max(total, 0),
    amount_overpaid: 0,
    amount_paid: 0,
    amount_remaining: Math.max(total, 0),
    amount_shipping: 0,
    application: null,
    attempt_count: 0,
    attempted: false,
    auto_advance: true,
    automatic_tax: { disabled_reason: null, enabled: false, liability: null, provider: null, status: null },
    automatically_finalizes_at: created + 3600,
    billing_reason: reason,
    collection_method: 'charge_automatically',
    created,
    currency: subscription.currency,
    custom_fields: null,
    default_payment_method: null,
    default_source: null,
    default_tax_rates: [],
    description: null,
    discounts: [],
    due_date: null,
    effective_at: null,
    ending_balance: null,
    footer: null,
    from_invoice: null,
    hosted_invoice_url: null,
    invoice_pdf: null,
    issuer: { type: 'self' },
    last_finalization_error: null,
    latest_revision: null,
    lines: {
      object: 'list',
      data: lines.map(line => ({ ...line, invoice: id })),
      has_more: false,
      url: `/v1/invoices/${id}/lines`,
    },
    livemode: false,
    metadata: {},
    next_payment_attempt: null,
    number: null,
    on_behalf_of: null,
    parent: {
      quote_details: null,
      subscription_details: { metadata: subscription.metadata, subscription: subscription.id },
      type: 'subscription_details',
    },
    payment_settings: { default_mandate: null, payment_method_options: null, payment_method_types: null },
    period_end: end,
    period_start: start,
    post_payment_credit_notes_amount: 0,
    pre_payment_credit_notes_amount: 0,
    receipt_number: null,
    rendering: null,
    shipping_cost: null,
    shipping_details: null,
    starting_balance: customer.balance,
    statement_descriptor: null,
    status: 'draft',
    status_transitions: { finalized_at: null, marked_uncollectible_at: null, paid_at: null, voided_at: null },
    subtotal: total,
    subtotal_excluding_tax: total,
    test_clock: idOf(subscription.test_clock) || null,
    total,
    total_discount_amounts: [],
    total_excluding_tax: total,
    total_pretax_credit_amounts: [],
    total_taxes: [],
    webhooks_delivered_at: null,
  }
}

export const newInvoicePayment = (input: {
  id: string
  invoice: string
  intent: string
  amount: number
  currency: string
  at: number
  isPaid?: boolean
}): Stripe.InvoicePayment => ({
  id: input.id,
  object: 'invoice_payment',
  amount_paid: input.isPaid === false ? null : input.amount,
  amount_requested: input.amount,
  created: input.at,
  currency: input.currency,
  invoice: input.invoice,
  is_default: true,
  livemode: false,
  payment: { type: 'payment_intent', payment_intent: input.intent },
  status: input.isPaid === false ? 'open' : 'paid',
  status_transitions: { canceled_at: null, paid_at: input.isPaid === false ? null : input.at },
})
