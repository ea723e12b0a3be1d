import type Stripe from 'stripe'
import { toPlan } from './price.ts'

interface SubscriptionItemInput {
  id: string
  subscription: string
  price: Stripe.Price
  quantity: number
  created: number
  start: number
  end: number
}

export const newSubscriptionItem = ({
  price,
  start,
  end,
  ...input
}: SubscriptionItemInput): Stripe.SubscriptionItem => ({
  ...input,
  object: 'subscription_item',
  billing_thresholds: null,
  current_period_end: end,
  current_period_start: start,
  current_trial: null,
  discounts: [],
  metadata: {},
  plan: toPlan(price),
  price,
  tax_rates: [],
})

/** The portal asks for no comment and no feedback. */
export const cancellationDetails = (
  reason: 'cancellation_requested' | 'payment_failed' | null,
): Stripe.Subscription.CancellationDetails => ({ comment: null, feedback: null, feedback_option: null, reason })

interface SubscriptionInput {
  id: string
  customer: string
  created: number
  currency: string
  metadata: Stripe.Metadata
  items: Stripe.SubscriptionItem[]
  default_payment_method: string | null
  test_clock: string | null
}

export const newSubscription = ({ items, ...input }: SubscriptionInput): Stripe.Subscription => ({
  ...input,
  object: 'subscription',
  application: null,
  application_fee_percent: null,
  automatic_tax: { disabled_reason: null, enabled: false, liability: null },
  billing_cycle_anchor: input.created,
  billing_cycle_anchor_config: null,
  billing_mode: { flexible: { proration_discounts: 'included' }, type: 'flexible' },
  billing_schedules: [],
  billing_thresholds: null,
  cancel_at: null,
  cancel_at_period_end: false,
  canceled_at: null,
  cancellation_details: cancellationDetails(null),
  collection_method: 'charge_automatically',
  customer_account: null,
  days_until_due: null,
  default_source: null,
  default_tax_rates: [],
  description: null,
  discounts: [],
  ended_at: null,
  invoice_settings: {
    account_tax_ids: null,
    custom_fields: null,
    description: null,
    footer: null,
    issuer: { type: 'self' },
  },
  items: {
    object: 'list',
    data: items,
    has_more: false,
    url: `/v1/subscription_items?subscription=${input.id}`,
  },
  latest_invoice: null,
  livemode: false,
  managed_payments: { enabled: false },
  next_pending_invoice_item_invoice: null,
  on_behalf_of: null,
  pause_collection: null,
  payment_settings: {
    payment_method_options: null,
    payment_method_types: null,
    save_default_payment_method: 'off',
  },
  pending_invoice_item_interval: null,
  pending_setup_intent: null,
  pending_update: null,
  schedule: null,
  start_date: input.created,
  status: 'incomplete',
  transfer_data: null,
  trial_end: null,
  trial_settings: { end_behavior: { billing_cycle_anchor: null, missing_payment_method: 'create_invoice' } },
  trial_start: null,
})
