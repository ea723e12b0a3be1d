import { type PlanId, planNames } from '#contract/subscription.ts'
import type { Stripe } from './stripe.ts'

/** Marks what belongs to this product in the provider's account, which may serve others too. */
export const appTag = 'fechou'

export const lookupKey = (plan: PlanId): string => `${plan}_monthly_brl_v1`

export const productId = (plan: PlanId): string => `prod_plan_${plan}`

export const productName = (plan: PlanId, brandName: string): string => `${brandName} ${planNames[plan]}`

const smallestChargeCents = 50

/** Only what the screens can say truthfully: reais, by the month, so much for each. */
export const isSellable = ({ active, currency, unit_amount: cents, recurring }: Stripe.Price): boolean =>
  active &&
  currency === 'brl' &&
  recurring?.interval === 'month' &&
  recurring.interval_count === 1 &&
  recurring.usage_type === 'licensed' &&
  cents !== null &&
  cents >= smallestChargeCents

/** Our configuration of the portal among those of the account, with what it offers, which is shown only when asked for. */
export const findOwnPortalConfiguration = async (
  stripe: Stripe,
): Promise<Stripe.BillingPortal.Configuration | undefined> => {
  const whole = { active: true, limit: 100, expand: ['data.features.subscription_update.products'] }
  for await (const configuration of stripe.billingPortal.configurations.list(whole)) {
    if (configuration.metadata?.app === appTag) return configuration
  }
  return undefined
}

export const getPortalConfigurationId = async (stripe: Stripe): Promise<string> => {
  const configuration = await findOwnPortalConfiguration(stripe)
  if (!configuration) throw new Error('The portal has not been set up: run npm run payments:setup.')
  return configuration.id
}
