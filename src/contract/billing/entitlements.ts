import { type AccessState, isOnTrial, type PlanId, planIds } from './subscription.ts'

/** Limits and features of an account. 0 and 'own' mean without the feature, `Infinity` without a limit. */
export interface Entitlements {
  /** Includes the owner. */
  seats: number
  leads: number
  /** UTF-8 bytes of the texts in all leads. */
  leadTextBytes: number
  captureForms: number
  webhooks: number
  apiKeys: number
  apiRequestsPerMinute: number
  /** Retention of daily backups in days, and of weekly backups in weeks. */
  dailyCopyDays: number
  weeklyCopyWeeks: number
  reports: 'own' | 'by-seller' | 'by-period'
  /** Scope of live updates: the user's own changes, or the team's. */
  live: 'own' | 'team'
  /** By e-mail, before other plans, or also by phone at any hour. */
  support: 'email' | 'priority' | 'always'
  training: boolean
  /** Own name, color and logo. */
  brand: boolean
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
    support: 'email',
    training: false,
    brand: false,
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
    support: 'priority',
    training: false,
    brand: false,
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
    support: 'always',
    training: true,
    brand: true,
  },
}

/** Profissional without daily backups. The limits are far above normal use and protect the disk against abuse. */
export const trialEntitlements: Entitlements = {
  ...planEntitlements.pro,
  leads: 20_000,
  leadTextBytes: 20_000_000,
  dailyCopyDays: 0,
}

/** Without a plan and a trial: existing data stays, nothing can be added. */
const closedEntitlements: Entitlements = {
  ...planEntitlements.basic,
  leads: 0,
  leadTextBytes: 0,
  captureForms: 0,
}

const administratorEntitlements: Entitlements = { ...planEntitlements.enterprise, seats: noLimit }

const heldBy = ({ role, subscription_status, subscription_plan }: AccessState, isTrial: boolean): Entitlements => {
  if (role === 'admin') return administratorEntitlements
  if (isTrial) return trialEntitlements
  const isPaid = subscription_status === 'active' && subscription_plan !== null
  return isPaid ? planEntitlements[subscription_plan] : closedEntitlements
}

/**
 * Returns the entitlements at `now`. Compute them for each use and never store them, since a downgrade pauses the excess.
 */
export const entitlements = (account: AccessState, now: Date): Entitlements => heldBy(account, isOnTrial(account, now))

/** Share of the plan's leads from which the owner is warned, on the dashboard and by mail. */
export const warnedShare = 0.9

/** Is false for a plan without a limit. */
export const isNearlyFull = (used: number, limit: number): boolean => used >= limit * warnedShare

export interface AccountQuota {
  /** Selects the error message: another plan, or any plan, raises the limit. */
  source: 'plan' | 'trial'
  leads: number
  /** UTF-8 bytes of the texts in all leads. */
  bytes: number
}

/** Returns `undefined` for an account without size limits, so that nothing needs to be counted. */
export const accountQuota = (account: AccessState & { is_trial: boolean }): AccountQuota | undefined => {
  const { leads, leadTextBytes: bytes } = heldBy(account, account.is_trial)
  return leads === noLimit && bytes === noLimit
    ? undefined
    : { source: account.is_trial ? 'trial' : 'plan', leads, bytes }
}

/** Is true for more than the minimum: a second seat, or `reports` and `live` beyond 'own'. */
export const includes = (held: Entitlements, feature: Feature): boolean => {
  const value = held[feature]
  if (typeof value === 'boolean') return value
  if (typeof value === 'string') return value !== 'own'
  return value > (feature === 'seats' ? 1 : 0)
}

/**
 * Returns the plan that an error message suggests: `smallestPlanWith(held => held.webhooks > 3)`. `undefined` when no plan
 * suffices.
 */
export const smallestPlanWith = (isEnough: (held: Entitlements) => boolean): PlanId | undefined =>
  planIds.find(plan => isEnough(planEntitlements[plan]))
