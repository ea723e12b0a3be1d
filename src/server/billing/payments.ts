import { buildPlan, type PaymentMode, type Plan } from '#contract/billing.ts'
import { toReais } from '#contract/money.ts'
import { planIds } from '#contract/subscription.ts'
import { AppError } from '../errors.ts'
import { getPortalConfigurationId, isSellable, lookupKey } from './catalog.ts'
import { createStripeClient, isForGood, type Stripe, type StripeOptions, toLogFields } from './stripe.ts'
import { planOf } from './subscription-view.ts'

/** The payment provider as the server works with it. */
export interface Payments {
  mode: PaymentMode
  stripe: Stripe
  /** What events may be signed with, several while one takes over from another; none where no event can come. */
  webhookSecrets: () => string[]
  /** Followed by a customer's id, their page at the provider. */
  customersUrl: string
  /** What is on sale, cheapest first; throws when the provider cannot say. */
  plans: () => Promise<Plan[]>
  /** The id of our configuration of the provider's portal. */
  portalConfiguration: () => Promise<string>
}

interface PaymentsOptions extends StripeOptions {
  mode: PaymentMode
  secretKey: string
  webhookSecrets: () => string[]
  customersUrl: string
}

const cacheTtlMs = 10 * 60_000

/** Asks once, however many wait, and keeps the answer for ten minutes; a failure or nothing is not kept. */
const cached = <T>(load: () => Promise<T>, shouldCache: (value: T) => boolean): (() => Promise<T>) => {
  let kept: { value: T; until: number } | undefined
  let asked: Promise<T> | undefined
  const ask = async (): Promise<T> => {
    try {
      const value = await load()
      kept = shouldCache(value) ? { value, until: performance.now() + cacheTtlMs } : undefined
      return value
    } finally {
      asked = undefined
    }
  }
  return async () => {
    if (kept && performance.now() < kept.until) return kept.value
    asked ??= ask()
    return asked
  }
}

const loadPlans = async (stripe: Stripe): Promise<Plan[]> => {
  const onSale = { active: true, type: 'recurring', lookup_keys: planIds.map(lookupKey) } as const
  // The page with the plans waits for this, and has others to show.
  const { data } = await stripe.prices.list(onSale, { maxNetworkRetries: 0 })
  return data
    .flatMap(price => {
      const plan = planOf(price)
      return plan && isSellable(price) ? [buildPlan(plan, toReais(price.unit_amount ?? 0), price.id)] : []
    })
    .toSorted((a, b) => a.price - b.price)
}

export const createPayments = (options: PaymentsOptions): Payments => {
  const { mode, secretKey, webhookSecrets, customersUrl } = options
  const stripe = createStripeClient(secretKey, options)
  return {
    mode,
    stripe,
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

/** A failure of the provider, as the caller is told; anything else is passed on. */
const providerFailure = (error: unknown): unknown => {
  const cause = toLogFields(error)
  if (!cause) return error
  return new AppError(isForGood(error) ? 'payments_refused' : 'payments_unavailable', { cause })
}

/** Every conversation with the provider on a request's behalf: it may not be there, and may fail. */
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
