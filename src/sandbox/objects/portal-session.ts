import type Stripe from 'stripe'

interface PortalSessionInput {
  id: string
  created: number
  configuration: string
  customer: string
  flow: Stripe.BillingPortal.Session.Flow | null
  locale: Stripe.BillingPortal.Session.Locale | null
  return_url: string | null
  url: string
}

export const newPortalSession = (input: PortalSessionInput): Stripe.BillingPortal.Session => ({
  ...input,
  object: 'billing_portal.session',
  customer_account: null,
  livemode: false,
  on_behalf_of: null,
})
