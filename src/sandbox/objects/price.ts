import type Stripe from 'stripe'
import type { Interval } from '../billing/calendar.ts'
import { decimal } from './decimal.ts'

interface Given {
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

export const newPrice = ({ recurring, ...given }: Given): Stripe.Price => ({
  ...given,
  object: 'price',
  billing_scheme: 'per_unit',
  custom_unit_amount: null,
  livemode: false,
  recurring: recurring && { ...recurring, meter: null, trial_period_days: null, usage_type: 'licensed' },
  tax_behavior: 'unspecified',
  tiers_mode: null,
  transform_quantity: null,
  type: recurring ? 'recurring' : 'one_time',
  unit_amount_decimal: decimal(given.unit_amount),
})

/** The same price in the older shape that subscription items still carry. */
export const asPlan = (price: Stripe.Price): Stripe.Plan => ({
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
