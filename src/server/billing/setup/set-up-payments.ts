import { shownClaims } from '#contract/billing/plan-claims.ts'
import { planPricesBrl } from '#contract/billing/plans.ts'
import { type PlanId, planIds, planNames } from '#contract/billing/subscription.ts'
import type { SupportPromise } from '#contract/support/promises.ts'
import { toCentavos } from '#contract/values/money.ts'
import { appTag, findOwnPortalConfiguration, isSellable, lookupKey, productId, productName } from '../stripe/catalog.ts'
import { apiVersion, isNotFound, type Stripe } from '../stripe/stripe.ts'
import { eventTypes } from '../webhooks/handle-webhook.ts'

export interface SetupOptions {
  brandName: string
  /** Promises that the products' feature lists may name. */
  kept: readonly SupportPromise[]
  /** URL of the webhook endpoint. */
  webhookUrl: string
  printLine: (line: string) => void
}

/** Is true when `known` contains everything in `desired`. Ignores further fields. */
const matchesDesired = (known: unknown, desired: unknown): boolean => {
  if (typeof desired !== 'object' || desired === null) return known === desired
  if (typeof known !== 'object' || known === null) return false
  if (Array.isArray(desired) && (!Array.isArray(known) || known.length !== desired.length)) return false
  return Object.entries(desired).every(([key, value]) => matchesDesired(known[key as keyof typeof known], value))
}

const ensureProduct = async (
  stripe: Stripe,
  plan: PlanId,
  { brandName, kept }: Pick<SetupOptions, 'brandName' | 'kept'>,
): Promise<void> => {
  const id = productId(plan)
  const product = {
    name: productName(plan, brandName),
    active: true,
    marketing_features: shownClaims(plan, kept)
      .filter(({ comingSoon }) => !comingSoon)
      .map(({ text }) => ({ name: text })),
    metadata: { app: appTag, plan },
  }
  try {
    if (!matchesDesired(await stripe.products.retrieve(id), product)) await stripe.products.update(id, product)
  } catch (error) {
    if (!isNotFound(error)) throw error
    await stripe.products.create({ id, ...product })
  }
}

/** Prices are immutable in Stripe: another amount creates another price, which takes over the lookup key. */
const ensurePrice = async (stripe: Stripe, plan: PlanId): Promise<Stripe.Price> => {
  const cents = toCentavos(planPricesBrl[plan])
  const { data } = await stripe.prices.list({ lookup_keys: [lookupKey(plan)], active: true })
  const [current] = data
  if (current && current.unit_amount === cents && isSellable(current)) return current
  return stripe.prices.create({
    currency: 'brl',
    unit_amount: cents,
    product: productId(plan),
    recurring: { interval: 'month' },
    lookup_key: lookupKey(plan),
    transfer_lookup_key: true,
    metadata: { app: appTag, plan },
  })
}

const featuresFor = (prices: Stripe.Price[]) => ({
  invoice_history: { enabled: true },
  payment_method_update: { enabled: true },
  // The fiscal data are set in the product. A change in the portal would be overwritten.
  customer_update: { enabled: false },
  subscription_cancel: { enabled: true, mode: 'at_period_end' as const },
  subscription_pause: { enabled: false },
  subscription_update: {
    enabled: true,
    default_allowed_updates: ['price' as const],
    proration_behavior: 'always_invoice' as const,
    products: prices.map(({ id, product }) => ({
      product: typeof product === 'string' ? product : product.id,
      prices: [id],
    })),
    schedule_at_period_end: { conditions: [{ type: 'decreasing_item_amount' as const }] },
  },
})

const ensurePortal = async (stripe: Stripe, prices: Stripe.Price[]): Promise<void> => {
  const features = featuresFor(prices)
  const known = await findOwnPortalConfiguration(stripe)
  if (!known) await stripe.billingPortal.configurations.create({ features, metadata: { app: appTag } })
  else if (!matchesDesired(known.features, features)) {
    await stripe.billingPortal.configurations.update(known.id, { features })
  }
}

/** Returns the secret of a new endpoint, which Stripe reveals only once, otherwise `undefined`. */
const ensureWebhook = async (stripe: Stripe, url: string): Promise<string | undefined> => {
  const ours: Stripe.WebhookEndpoint[] = []
  for await (const endpoint of stripe.webhookEndpoints.list({ limit: 100 }))
    if (endpoint.url === url) ours.push(endpoint)
  const fitting = ours.find(
    ({ status, api_version: version, enabled_events: events }) =>
      status === 'enabled' && version === apiVersion && eventTypes.every(type => events.includes(type)),
  )
  const made =
    fitting === undefined
      ? await stripe.webhookEndpoints.create({
          url,
          enabled_events: [...eventTypes],
          api_version: apiVersion,
          metadata: { app: appTag },
        })
      : undefined
  // Deletes endpoints of another version, which would send events twice, and disabled ones. Only after the creation, so
  // that events arrive if it fails.
  for (const endpoint of ours) if (endpoint !== fitting) await stripe.webhookEndpoints.del(endpoint.id)
  return made?.secret
}

/** Creates products, prices, portal and webhook endpoint in Stripe. Idempotent. */
export const setUpPayments = async (
  stripe: Stripe,
  { brandName, webhookUrl, kept, printLine }: SetupOptions,
): Promise<string | undefined> => {
  const prices: Stripe.Price[] = []
  for (const plan of planIds) {
    await ensureProduct(stripe, plan, { brandName, kept })
    const price = await ensurePrice(stripe, plan)
    prices.push(price)
    printLine(`Plano ${planNames[plan]}: ${price.id} (R$ ${planPricesBrl[plan]}/mês)`)
  }
  await ensurePortal(stripe, prices)
  printLine('Portal do cliente: configurado')
  const secret = await ensureWebhook(stripe, webhookUrl)
  printLine(`Avisos em ${webhookUrl}: ${secret ? 'endereço criado' : 'endereço já existia'}`)
  return secret
}
