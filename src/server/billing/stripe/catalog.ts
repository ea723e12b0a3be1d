import { type PlanId, planNames } from '#contract/billing/subscription.ts'
import type { Stripe } from './stripe.ts'

/** Metadata tag of this product's objects, since a Stripe account may serve several products. */
export const appTag = 'fechou'

export const lookupKey = (plan: PlanId): string => `${plan}_monthly_brl_v1`

export const productId = (plan: PlanId): string => `prod_plan_${plan}`

export const productName = (plan: PlanId, brandName: string): string => `${brandName} ${planNames[plan]}`

const smallestChargeCents = 50

/** Accepts only prices that the plan page can show: BRL, monthly, per unit. */
export const isSellable = ({ active, currency, unit_amount: cents, recurring }: Stripe.Price): boolean =>
  active &&
  currency === 'brl' &&
  recurring?.interval === 'month' &&
  recurring.interval_count === 1 &&
  recurring.usage_type === 'licensed' &&
  cents !== null &&
  cents >= smallestChargeCents

/** Finds the tagged portal configuration. `features` must be expanded explicitly. */
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
