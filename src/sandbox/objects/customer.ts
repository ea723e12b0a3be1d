import type Stripe from 'stripe'

interface CustomerInput {
  id: string
  created: number
  email: string | null
  name: string | null
  phone: string | null
  description: string | null
  address: Stripe.Address | null
  preferred_locales: string[]
  metadata: Stripe.Metadata
  invoice_prefix: string
  test_clock: string | null
}

export const newCustomer = (input: CustomerInput): Stripe.Customer => ({
  ...input,
  object: 'customer',
  balance: 0,
  currency: null,
  customer_account: null,
  default_source: null,
  delinquent: false,
  discount: null,
  invoice_settings: {
    custom_fields: null,
    default_payment_method: null,
    footer: null,
    rendering_options: null,
  },
  livemode: false,
  next_invoice_sequence: 1,
  shipping: null,
  tax_exempt: 'none',
})

export const deletedCustomer = (id: string): Stripe.DeletedCustomer => ({ id, object: 'customer', deleted: true })

export const newTaxId = (input: {
  id: string
  created: number
  customer: string
  type: Stripe.TaxId.Type
  value: string
}): Stripe.TaxId => ({
  ...input,
  object: 'tax_id',
  country: 'BR',
  customer_account: null,
  livemode: false,
  owner: { type: 'customer', customer: input.customer, customer_account: null },
  verification: { status: 'unavailable', verified_address: null, verified_name: null },
})
