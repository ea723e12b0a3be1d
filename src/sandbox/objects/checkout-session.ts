import type Stripe from 'stripe'

interface CheckoutSessionInput {
  id: string
  url: string
  created: number
  expires_at: number
  currency: string
  amount: number
  customer: string | null
  customer_email: string | null
  client_reference_id: string | null
  metadata: Stripe.Metadata
  locale: Stripe.Checkout.Session['locale']
  success_url: string
  cancel_url: string | null
  adaptive_pricing: boolean
  allowed_payment_method_types: string[] | null
  billing_address_collection: 'auto' | 'required' | null
  tax_id_collection: { enabled: boolean; required: 'if_supported' | 'never' }
}

export const newCheckoutSession = ({
  amount,
  adaptive_pricing,
  ...input
}: CheckoutSessionInput): Stripe.Checkout.Session => ({
  ...input,
  object: 'checkout.session',
  adaptive_pricing: { enabled: adaptive_pricing },
  after_expiration: null,
  allow_promotion_codes: null,
  amount_subtotal: amount,
  amount_total: amount,
  automatic_tax: { enabled: false, liability: null, provider: null, status: null },
  client_secret: null,
  collected_information: { business_name: null, individual_name: null, shipping_details: null },
  consent: null,
  consent_collection: null,
  currency_conversion: null,
  custom_fields: [],
  custom_text: { after_submit: null, shipping_address: null, submit: null, terms_of_service_acceptance: null },
  customer_account: null,
  customer_creation: input.customer === null ? 'always' : null,
  customer_details: null,
  discounts: [],
  integration_identifier: null,
  invoice: null,
  invoice_creation: null,
  livemode: false,
  managed_payments: { enabled: false },
  mode: 'subscription',
  origin_context: null,
  payment_intent: null,
  payment_link: null,
  payment_method_collection: 'always',
  payment_method_configuration_details: null,
  payment_method_options: { card: { request_three_d_secure: 'automatic' } },
  payment_method_types: input.allowed_payment_method_types ?? ['card'],
  payment_status: 'unpaid',
  permissions: null,
  phone_number_collection: { enabled: false },
  recovered_from: null,
  saved_payment_method_options: {
    allow_redisplay_filters: ['always'],
    payment_method_remove: 'disabled',
    payment_method_save: null,
  },
  setup_intent: null,
  shipping_address_collection: null,
  shipping_cost: null,
  shipping_options: [],
  status: 'open',
  submit_type: null,
  subscription: null,
  total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: 0 },
  ui_mode: 'hosted_page',
  wallet_options: null,
})

export const newLineItem = (id: string, price: Stripe.Price, quantity: number, name: string): Stripe.LineItem => {
  const amount = (price.unit_amount ?? 0) * quantity
  return {
    id,
    object: 'item',
    adjustable_quantity: null,
    amount_discount: 0,
    amount_subtotal: amount,
    amount_tax: 0,
    amount_total: amount,
    currency: price.currency,
    description: name,
    metadata: {},
    price,
    quantity,
  }
}
