import { type AccessState, isOnTrial, type PlanId, planIds } from './subscription.ts'

/** What an account may hold and use. 0 and 'own' are without the feature; `Infinity` is without a limit. */
export interface Entitlements {
  /** Users who may sign in, the owner included. */
  seats: number
  leads: number
  /** UTF-8 bytes of the texts in its leads. */
  leadTextBytes: number
  captureForms: number
  webhooks: number
  apiKeys: number
  apiRequestsPerMinute: number
  /** Daily copies are stored for this many days, and one a week for that many weeks. */
  dailyCopyDays: number
  weeklyCopyWeeks: number
  reports: 'own' | 'by-seller' | 'by-period'
  /** Whose changes appear without reloading. */
  live: 'own' | 'team'
}
export type Feature = keyof Entitlements

const noLimit = Number.POSITIVE_INFINITY

export const planEntitlements: Record<PlanId, Entitlements> = {
  basic: {
    seats: 1,
    leads: 100,
    leadTextBytes: noLimit,
    captureForms: 1,
    webhooks: 0,
    apiKeys: 0,
    apiRequestsPerMinute: 0,
    dailyCopyDays: 0,
    weeklyCopyWeeks: 0,
    reports: 'own',
    live: 'own',
  },
  pro: {
    seats: 5,
    leads: noLimit,
    leadTextBytes: noLimit,
    captureForms: 10,
    webhooks: 3,
    apiKeys: 0,
    apiRequestsPerMinute: 0,
    dailyCopyDays: 14,
    weeklyCopyWeeks: 0,
    reports: 'by-seller',
    live: 'team',
  },
  enterprise: {
    seats: 25,
    leads: noLimit,
    leadTextBytes: noLimit,
    captureForms: 50,
    webhooks: 20,
    apiKeys: 20,
    apiRequestsPerMinute: 600,
    dailyCopyDays: 30,
    weeklyCopyWeeks: 12,
    reports: 'by-period',
    live: 'team',
  },
}

/** The trial is Profissional without daily copies. Its limits on size stop abuse; a genuine trial does not reach them. */
export const trialEntitlements: Entitlements = {
  ...planEntitlements.pro,
  leads: 20_000,
  leadTextBytes: 20_000_000,
  dailyCopyDays: 0,
}

/** Without a plan and a trial nothing is deleted, and nothing is added. */
const closedEntitlements: Entitlements = {
  ...planEntitlements.basic,
  leads: 0,
  leadTextBytes: 0,
  captureForms: 0,
}

/** Administrators of the platform pay for nothing and are limited in nothing. */
const administratorEntitlements: Entitlements = { ...planEntitlements.enterprise, seats: noLimit }

const heldBy = ({ role, subscription_status, subscription_plan }: AccessState, isTrial: boolean): Entitlements => {
  if (role === 'admin') return administratorEntitlements
  if (isTrial) return trialEntitlements
  const isPaid = subscription_status === 'active' && subscription_plan !== null
  return isPaid ? planEntitlements[subscription_plan] : closedEntitlements
}

/**
 * What the account holds at `now`. Read it whenever it is asked for, never store it: after a downgrade the excess pauses, and
 * after an upgrade it is back.
 */
export const entitlements = (account: AccessState, now: Date): Entitlements => heldBy(account, isOnTrial(account, now))

/** How much an account may hold. */
export interface AccountQuota {
  /** What sets the limit, and what to change to pass it. */
  source: 'plan' | 'trial'
  leads: number
  /** Of the texts in its leads, as UTF-8. */
  bytes: number
}

/** The limits of `entitlements` on size; `undefined` where there is none, so that nothing needs to be counted. */
export const accountQuota = (account: AccessState & { is_trial: boolean }): AccountQuota | undefined => {
  const { leads, leadTextBytes: bytes } = heldBy(account, account.is_trial)
  return leads === noLimit && bytes === noLimit
    ? undefined
    : { source: account.is_trial ? 'trial' : 'plan', leads, bytes }
}

/** Whether an entitlement is more than nothing: a seat more than the owner's, reports and live beyond one's own. */
export const includes = (held: Entitlements, feature: Feature): boolean => {
  const value = held[feature]
  if (typeof value === 'string') return value !== 'own'
  return value > (feature === 'seats' ? 1 : 0)
}

/** The smallest plan that is enough, for a refusal to name: `smallestPlanWith(held => held.webhooks > 3)`. */
export const smallestPlanWith = (isEnough: (held: Entitlements) => boolean): PlanId | undefined =>
  planIds.find(plan => isEnough(planEntitlements[plan]))
