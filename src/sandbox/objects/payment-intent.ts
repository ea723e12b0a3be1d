import type Stripe from 'stripe'

interface PaymentIntentInput {
  id: string
  created: number
  amount: number
  currency: string
  customer: string
}

/** The payment of an invoice that waits for a method. */
export const newPaymentIntent = (input: PaymentIntentInput): Stripe.PaymentIntent => ({
  ...input,
  object: 'payment_intent',
  allowed_payment_method_types: null,
  amount_capturable: 0,
  amount_received: 0,
  application: null,
  application_fee_amount: null,
  automatic_payment_methods: null,
  canceled_at: null,
  cancellation_reason: null,
  capture_method: 'automatic',
  client_secret: null,
  confirmation_method: 'automatic',
  customer_account: null,
  description: 'Subscription creation',
  excluded_payment_method_types: null,
  last_payment_error: null,
  latest_charge: null,
  livemode: false,
  managed_payments: null,
  metadata: {},
  next_action: null,
  on_behalf_of: null,
  payment_method: null,
  payment_method_configuration_details: null,
  payment_method_options: null,
  payment_method_types: ['card', 'boleto', 'pix'],
  payment_record: null,
  processing: null,
  receipt_email: null,
  review: null,
  setup_future_usage: 'off_session',
  shipping: null,
  source: null,
  statement_descriptor: null,
  statement_descriptor_suffix: null,
  status: 'requires_payment_method',
  transfer_group: null,
})
