import type Stripe from 'stripe'

interface Given {
  id: string
  created: number
  configuration: string
  customer: string
  flow: Stripe.BillingPortal.Session.Flow | null
  locale: Stripe.BillingPortal.Session.Locale | null
  return_url: string | null
  url: string
}

export const newPortalSession = (given: Given): Stripe.BillingPortal.Session => ({
  ...given,
  object: 'billing_portal.session',
  customer_account: null,
  livemode: false,
  on_behalf_of: null,
})
