import type Stripe from 'stripe'
import { idOf } from '../account/state.ts'

interface ScheduleInput {
  id: string
  created: number
  subscription: Stripe.Subscription
  item: Stripe.SubscriptionItem
  /** The price of the next period. */
  next: Stripe.Price
  nextEnd: number
}

type Phase = Stripe.SubscriptionSchedule.Phase

const newPhase = (subscription: Stripe.Subscription, price: Stripe.Price, start: number, end: number): Phase => ({
  add_invoice_items: [],
  application_fee_percent: null,
  billing_cycle_anchor: null,
  billing_thresholds: null,
  collection_method: null,
  currency: subscription.currency,
  default_payment_method: null,
  description: null,
  discounts: [],
  end_date: end,
  invoice_settings: null,
  items: [
    {
      billing_thresholds: null,
      discounts: [],
      metadata: {},
      plan: price.id,
      price: price.id,
      quantity: 1,
      tax_rates: [],
    },
  ],
  metadata: {},
  on_behalf_of: null,
  proration_behavior: 'none',
  start_date: start,
  transfer_data: null,
  trial_end: null,
})

/** The schedule of a price change at the end of the period. */
export const newSchedule = ({
  id,
  created,
  subscription,
  item,
  next,
  nextEnd,
}: ScheduleInput): Stripe.SubscriptionSchedule => ({
  id,
  object: 'subscription_schedule',
  application: null,
  billing_mode: { flexible: { proration_discounts: 'included' }, type: 'flexible' },
  canceled_at: null,
  completed_at: null,
  created,
  current_phase: { start_date: item.current_period_start, end_date: item.current_period_end },
  customer: subscription.customer,
  customer_account: null,
  default_settings: {
    application_fee_percent: null,
    billing_cycle_anchor: 'automatic',
    billing_thresholds: null,
    collection_method: 'charge_automatically',
    default_payment_method: null,
    description: null,
    invoice_settings: {
      account_tax_ids: null,
      custom_fields: null,
      days_until_due: null,
      description: null,
      footer: null,
      issuer: { type: 'self' },
    },
    on_behalf_of: null,
    transfer_data: null,
  },
  end_behavior: 'release',
  livemode: false,
  metadata: {},
  pause_schedules: [],
  phases: [
    newPhase(subscription, item.price, item.current_period_start, item.current_period_end),
    newPhase(subscription, next, item.current_period_end, nextEnd),
  ],
  released_at: null,
  released_subscription: null,
  status: 'active',
  subscription: subscription.id,
  test_clock: subscription.test_clock,
})

/** The schedule after its release from the subscription. */
export const releasedSchedule = (
  schedule: Stripe.SubscriptionSchedule,
  releasedAt: number,
): Stripe.SubscriptionSchedule => ({
  ...schedule,
  current_phase: null,
  released_at: releasedAt,
  released_subscription: idOf(schedule.subscription),
  status: 'released',
  subscription: null,
})
