import type Stripe from 'stripe'

/** On the wire a decimal is a text; the SDK's types name what it becomes after reading. */
export const toDecimal = (cents: number): Stripe.Decimal => String(cents) as unknown as Stripe.Decimal
