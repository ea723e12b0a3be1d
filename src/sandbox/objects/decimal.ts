import type Stripe from 'stripe'

/** A decimal is text on the wire. The SDK's type describes the parsed value. */
export const toDecimal = (cents: number): Stripe.Decimal => String(cents) as unknown as Stripe.Decimal
