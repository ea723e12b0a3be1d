import type { PaymentMethod, PaymentMode, Plan } from '#contract/billing/billing.ts'
import { buildPlan } from '#contract/billing/plans.ts'
import { planIds } from '#contract/billing/subscription.ts'
import { toReais } from '#contract/values/money.ts'
import { AppError } from '../../errors.ts'
import { getPortalConfigurationId, isSellable, lookupKey } from './catalog.ts'
import { createStripeClient, isForGood, type Stripe, type StripeOptions, toLogFields } from './stripe.ts'
import { planOf } from './subscription-view.ts'

/** Stripe client with cached plans and settings. */
export interface Payments {
  mode: PaymentMode
  stripe: Stripe
  /** What the checkout offers. */
  methods: readonly PaymentMethod[]
  /** Several while secrets are rotated. Empty when Stripe cannot deliver webhooks. */
  webhookSecrets: () => string[]
  /** URL prefix of the dashboard's customer pages, completed by a customer ID. */
  customersUrl: string
  /** Plans on sale, cheapest first. Throws when Stripe is unavailable. */
  plans: () => Promise<Plan[]>
  /** ID of the tagged portal configuration. */
  portalConfiguration: () => Promise<string>
}

interface PaymentsOptions extends StripeOptions {
  mode: PaymentMode
  secretKey: string
  webhookSecrets: () => string[]
  customersUrl: string
  methods?: readonly PaymentMethod[]
}

const cacheTtlMs = 10 * 60_000

/** Shares one request among concurrent callers and caches its result for ten minutes. Errors are not cached. */
const cached = <T>(load: () => Promise<T>, shouldCache: (value: T) => boolean): (() => Promise<T>) => {
  let entry: { value: T; until: number } | undefined
  let pending: Promise<T> | undefined
  const ask = async (): Promise<T> => {
    try {
      const value = await load()
      entry = shouldCache(value) ? { value, until: performance.now() + cacheTtlMs } : undefined
      return value
    } finally {
      pending = undefined
    }
  }
  return async () => {
    if (entry && performance.now() < entry.until) return entry.value
    pending ??= ask()
    return pending
  }
}

const loadPlans = async (stripe: Stripe): Promise<Plan[]> => {
  const onSale = { active: true, type: 'recurring', lookup_keys: planIds.map(lookupKey) } as const
  // No retries: the plan page has a fallback.
  const { data } = await stripe.prices.list(onSale, { maxNetworkRetries: 0 })
  return data
    .flatMap(price => {
      const plan = planOf(price)
      return plan && isSellable(price) ? [buildPlan(plan, toReais(price.unit_amount ?? 0), price.id)] : []
    })
    .toSorted((a, b) => a.price - b.price)
}

export const createPayments = (options: PaymentsOptions): Payments => {
  const { mode, secretKey, webhookSecrets, customersUrl, methods = ['card'] } = options
  const stripe = createStripeClient(secretKey, options)
  return {
    mode,
    stripe,
    methods,
    webhookSecrets,
    customersUrl,
    plans: cached(
      () => loadPlans(stripe),
      plans => plans.length > 0,
    ),
    portalConfiguration: cached(
      () => getPortalConfigurationId(stripe),
      () => true,
    ),
  }
}

/** Converts Stripe errors to `payments_refused` or `payments_unavailable`. Returns other errors unchanged. */
const providerFailure = (error: unknown): unknown => {
  const cause = toLogFields(error)
  if (!cause) return error
  return new AppError(isForGood(error) ? 'payments_refused' : 'payments_unavailable', { cause })
}

/**
 * Wraps every Stripe request of a handler. Throws `payments_not_configured`, `payments_refused` or `payments_unavailable`.
 */
export const withPayments = async <T>(
  payments: Payments | undefined,
  work: (payments: Payments) => Promise<T>,
): Promise<T> => {
  if (!payments) throw new AppError('payments_not_configured')
  try {
    return await work(payments)
  } catch (error) {
    throw providerFailure(error)
  }
}
