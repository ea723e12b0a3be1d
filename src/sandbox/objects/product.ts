import type Stripe from 'stripe'

interface ProductInput {
  id: string
  created: number
  name: string
  active: boolean
  description: string | null
  metadata: Stripe.Metadata
  marketing_features: Stripe.Product.MarketingFeature[]
}

export const newProduct = (input: ProductInput): Stripe.Product => ({
  ...input,
  object: 'product',
  default_price: null,
  images: [],
  livemode: false,
  package_dimensions: null,
  shippable: null,
  statement_descriptor: null,
  tax_code: null,
  tax_details: null,
  type: 'service',
  unit_label: null,
  updated: input.created,
  url: null,
})
