import type Stripe from 'stripe'
import type { Interval } from '../billing/calendar.ts'
import { toDecimal } from './decimal.ts'

interface PriceInput {
  id: string
  created: number
  product: string
  currency: string
  unit_amount: number
  active: boolean
  lookup_key: string | null
  nickname: string | null
  metadata: Stripe.Metadata
  recurring: { interval: Interval; interval_count: number } | null
}

export const newPrice = ({ recurring, ...input }: PriceInput): Stripe.Price => ({
  ...input,
  object: 'price',
  billing_scheme: 'per_unit',
  custom_unit_amount: null,
  livemode: false,
  recurring: recurring && { ...recurring, meter: null, trial_period_days: null, usage_type: 'licensed' },
  tax_behavior: 'unspecified',
  tiers_mode: null,
  transform_quantity: null,
  type: recurring ? 'recurring' : 'one_time',
  unit_amount_decimal: toDecimal(input.unit_amount),
})

/** Converts a price to a plan, the older type that subscription items still contain. */
export const toPlan = (price: Stripe.Price): Stripe.Plan => ({
  id: price.id,
  object: 'plan',
  active: price.active,
  amount: price.unit_amount,
  amount_decimal: price.unit_amount_decimal,
  billing_scheme: 'per_unit',
  created: price.created,
  currency: price.currency,
  interval: price.recurring?.interval ?? 'month',
  interval_count: price.recurring?.interval_count ?? 1,
  livemode: false,
  metadata: price.metadata,
  meter: null,
  nickname: price.nickname,
  product: price.product,
  tiers_mode: null,
  transform_usage: null,
  trial_period_days: null,
  usage_type: 'licensed',
})
