import type Stripe from 'stripe'

interface WebhookEndpointInput {
  id: string
  created: number
  url: string
  enabled_events: string[]
  api_version: string | null
  description: string | null
  metadata: Stripe.Metadata
  secret: string
}

export const newWebhookEndpoint = (input: WebhookEndpointInput): Stripe.WebhookEndpoint => ({
  ...input,
  object: 'webhook_endpoint',
  application: null,
  livemode: false,
  status: 'enabled',
})

/** The API returns the secret only on creation. */
export const withoutSecret = ({ secret: _secret, ...endpoint }: Stripe.WebhookEndpoint): Stripe.WebhookEndpoint =>
  endpoint
