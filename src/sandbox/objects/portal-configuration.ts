import type Stripe from 'stripe'

type Features = Stripe.BillingPortal.Configuration.Features

interface PortalConfigurationInput {
  id: string
  created: number
  features: Features
  business_profile: Stripe.BillingPortal.Configuration.BusinessProfile
  default_return_url: string | null
  metadata: Stripe.Metadata
  name: string | null
}

export const newPortalConfiguration = (input: PortalConfigurationInput): Stripe.BillingPortal.Configuration => ({
  ...input,
  object: 'billing_portal.configuration',
  active: true,
  application: null,
  is_default: false,
  livemode: false,
  login_page: { enabled: false, url: null },
  updated: input.created,
})

/** Stripe's defaults: every feature is disabled. */
export const noFeatures = (): Features => ({
  customer_update: { allowed_updates: [], enabled: false },
  invoice_history: { enabled: false },
  payment_method_update: { enabled: false, payment_method_configuration: null },
  subscription_cancel: {
    cancellation_reason: {
      enabled: false,
      feedback_options: null,
      options: ['too_expensive', 'missing_features', 'switched_service', 'unused', 'other'],
    },
    enabled: false,
    mode: 'at_period_end',
    proration_behavior: 'none',
  },
  subscription_pause: { duration: { interval_options: [], type: 'indefinite' }, enabled: false },
  subscription_update: {
    billing_cycle_anchor: null,
    default_allowed_updates: [],
    enabled: false,
    proration_behavior: 'none',
    schedule_at_period_end: { conditions: [] },
    trial_update_behavior: 'end_trial',
  },
})
