import type { SupportPromise } from '../support/promises.ts'
import type { Plan } from './billing.ts'
import { claimTexts } from './plan-claims.ts'
import { type PlanId, planIds, planNames } from './subscription.ts'

export const buildPlan = (
  id: PlanId,
  price: number,
  priceId: string | null,
  kept: readonly SupportPromise[] = [],
): Plan => ({
  id,
  name: planNames[id],
  price,
  interval: 'month',
  priceId,
  features: claimTexts(id, kept),
  popular: id === 'pro',
})

/** BRL per month. `payments:setup` creates the Stripe prices from these; screens show them while Stripe is unavailable. */
export const planPricesBrl: Record<PlanId, number> = { basic: 29, pro: 79, enterprise: 199 }

/** Shown while Stripe is unavailable. */
export const buildDefaultPlans = (kept: readonly SupportPromise[]): Plan[] =>
  planIds.map(id => buildPlan(id, planPricesBrl[id], null, kept))

export const defaultPlans: Plan[] = buildDefaultPlans([])
