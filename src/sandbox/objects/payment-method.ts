import type Stripe from 'stripe'
import type { Card } from '../billing/card-form.ts'

interface PaymentMethodInput {
  id: string
  created: number
  customer: string
  email: string | null
  card: Card
}

export const newPaymentMethod = ({ id, created, customer, email, card }: PaymentMethodInput): Stripe.PaymentMethod => ({
  id,
  object: 'payment_method',
  allow_redisplay: 'limited',
  billing_details: {
    address: { city: null, country: 'BR', line1: null, line2: null, postal_code: null, state: null },
    email,
    name: card.name,
    phone: null,
    tax_id: null,
  },
  card: {
    brand: card.brand,
    checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: 'pass' },
    country: card.country,
    display_brand: card.brand,
    exp_month: card.expMonth,
    exp_year: card.expYear,
    fingerprint: `${card.brand}${card.last4}`,
    funding: 'credit',
    generated_from: null,
    last4: card.last4,
    networks: { available: [card.brand], preferred: null },
    regulated_status: 'unregulated',
    three_d_secure_usage: { supported: true },
    wallet: null,
  },
  created,
  customer,
  customer_account: null,
  livemode: false,
  metadata: {},
  type: 'card',
})

export const newDelayedMethod = ({
  id,
  created,
  customer,
  type,
  taxId,
}: {
  id: string
  created: number
  customer: Stripe.Customer
  type: 'boleto' | 'pix'
  taxId: string
}): Stripe.PaymentMethod => ({
  id,
  object: 'payment_method',
  allow_redisplay: 'limited',
  billing_details: {
    address: { city: null, country: 'BR', line1: null, line2: null, postal_code: null, state: null },
    email: customer.email,
    name: customer.name ?? null,
    phone: null,
    tax_id: null,
  },
  ...(type === 'boleto' ? { boleto: { tax_id: taxId } } : { pix: {} }),
  created,
  customer: customer.id,
  customer_account: null,
  livemode: false,
  metadata: {},
  type,
})
