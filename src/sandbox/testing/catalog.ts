import type Stripe from 'stripe'

export interface Catalog {
  basic: Stripe.Price
  pro: Stripe.Price
  configuration: Stripe.BillingPortal.Configuration
}

const createPrice = async (stripe: Stripe, plan: string, name: string, cents: number) => {
  const product = await stripe.products.create({
    id: `prod_plan_${plan}_${Math.random().toString(36).slice(2)}`,
    name,
    marketing_features: [{ name: 'Até 100 leads' }],
    metadata: { plan },
  })
  return stripe.prices.create({
    currency: 'brl',
    unit_amount: cents,
    product: product.id,
    recurring: { interval: 'month' },
    lookup_key: `${plan}_monthly_brl_v1`,
    transfer_lookup_key: true,
    metadata: { plan },
  })
}

/** Creates two plans and a portal that offers both, like the product's setup script. */
export const createCatalog = async (stripe: Stripe): Promise<Catalog> => {
  const basic = await createPrice(stripe, 'basic', 'Básico', 2900)
  const pro = await createPrice(stripe, 'pro', 'Profissional', 7900)
  const configuration = await stripe.billingPortal.configurations.create({
    features: {
      invoice_history: { enabled: true },
      payment_method_update: { enabled: true },
      customer_update: { enabled: true, allowed_updates: ['email', 'address', 'tax_id', 'name'] },
      subscription_cancel: { enabled: true, mode: 'at_period_end' },
      subscription_pause: { enabled: false },
      subscription_update: {
        enabled: true,
        default_allowed_updates: ['price'],
        proration_behavior: 'always_invoice',
        products: [basic, pro].map(({ id, product }) => ({ product: String(product), prices: [id] })),
        schedule_at_period_end: { conditions: [{ type: 'decreasing_item_amount' }] },
      },
    },
    metadata: { app: 'fechou' },
  })
  return { basic, pro, configuration }
}
