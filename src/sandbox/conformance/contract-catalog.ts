import type Stripe from 'stripe'

/** Creates a price under its own product. */
export const createPrice = async (
  stripe: Stripe,
  plan: string,
  unit_amount: number,
  interval: 'week' | 'month' = 'month',
): Promise<Stripe.Price> => {
  const id = `prod_contract_${plan}_${Date.now()}_${Math.random().toString(36).slice(2)}`
  await stripe.products.create({
    id,
    name: `Contrato ${plan} (teste)`,
    marketing_features: [{ name: 'Até 100 leads' }],
    metadata: { app: 'contract', plan },
  })
  return stripe.prices.create({
    currency: 'brl',
    unit_amount,
    product: id,
    recurring: { interval },
    metadata: { app: 'contract', plan },
  })
}

/** The portal features of the product's setup script. */
export const portalFeatures = (prices: Stripe.Price[]): Stripe.BillingPortal.ConfigurationCreateParams.Features => ({
  invoice_history: { enabled: true },
  payment_method_update: { enabled: true },
  customer_update: { enabled: true, allowed_updates: ['address', 'tax_id'] },
  subscription_cancel: { enabled: true, mode: 'at_period_end' },
  subscription_pause: { enabled: false },
  subscription_update: {
    enabled: true,
    default_allowed_updates: ['price'],
    proration_behavior: 'always_invoice',
    products: prices.map(({ id, product }) => ({ product: String(product), prices: [id] })),
    schedule_at_period_end: { conditions: [{ type: 'decreasing_item_amount' }] },
  },
})
