import type Stripe from 'stripe'

interface ChargeInput {
  id: string
  created: number
  amount: number
  currency: string
  customer: string
  payment_intent: string
  payment_method: string | null
}

export const newCharge = ({ amount, ...input }: ChargeInput): Stripe.Charge => ({
  ...input,
  object: 'charge',
  amount,
  amount_captured: amount,
  amount_refunded: 0,
  application: null,
  application_fee: null,
  application_fee_amount: null,
  balance_transaction: null,
  billing_details: { address: null, email: null, name: null, phone: null, tax_id: null },
  calculated_statement_descriptor: null,
  captured: true,
  description: null,
  disputed: false,
  failure_balance_transaction: null,
  failure_code: null,
  failure_message: null,
  fraud_details: null,
  livemode: false,
  metadata: {},
  on_behalf_of: null,
  outcome: null,
  paid: true,
  payment_method_details: null,
  receipt_email: null,
  receipt_number: null,
  receipt_url: null,
  refunded: false,
  review: null,
  shipping: null,
  source: null,
  source_transfer: null,
  statement_descriptor: null,
  statement_descriptor_suffix: null,
  status: 'succeeded',
  transfer_data: null,
  transfer_group: null,
})

export const newRefund = (input: {
  id: string
  created: number
  amount: number
  reason: Stripe.Refund.Reason | null
  metadata: Stripe.Metadata
  charge: Stripe.Charge
}): Stripe.Refund => ({
  ...input,
  object: 'refund',
  balance_transaction: null,
  charge: input.charge.id,
  currency: input.charge.currency,
  customer: input.charge.customer,
  customer_account: null,
  payment_intent: input.charge.payment_intent,
  payment_method: input.charge.payment_method,
  receipt_number: null,
  source_transfer_reversal: null,
  status: 'succeeded',
  transfer_reversal: null,
})
