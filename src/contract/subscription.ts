export const planIds = ['basic', 'pro', 'enterprise'] as const
export type PlanId = (typeof planIds)[number]

export const planNames: Record<PlanId, string> = { basic: 'Básico', pro: 'Profissional', enterprise: 'Empresarial' }

export const subscriptionStatuses = ['active', 'inactive', 'past_due', 'canceled'] as const
export type SubscriptionStatus = (typeof subscriptionStatuses)[number]

const statusNames: Record<SubscriptionStatus, string> = {
  active: 'Ativo',
  inactive: 'Inativo',
  past_due: 'Em atraso',
  canceled: 'Cancelado',
}

const isKnown = (status: string): status is SubscriptionStatus => subscriptionStatuses.some(known => known === status)

export const subscriptionStatusLabel = (status: string): string =>
  isKnown(status) ? statusNames[status] : 'Desconhecido'

const dayMs = 24 * 60 * 60 * 1000
export const trialLengthMs = 3 * dayMs

/** What decides access: a snapshot of the account beside the user's role. */
export interface AccessState {
  role: 'admin' | 'user'
  subscription_plan: PlanId | null
  subscription_status: SubscriptionStatus
  trial_end: string
}

/** The trial runs until `trial_end`, and only for who has never paid: paying or canceling ends it for good. */
export const isOnTrial = (subscriber: AccessState, now: Date): boolean =>
  subscriber.subscription_status === 'inactive' &&
  subscriber.subscription_plan === null &&
  now.getTime() < new Date(subscriber.trial_end).getTime()

/** The one rule for lead screens and lead calls: administrators, active subscriptions and running trials. */
export const hasAccess = (subscriber: AccessState, now: Date): boolean =>
  subscriber.role === 'admin' || subscriber.subscription_status === 'active' || isOnTrial(subscriber, now)

export const basicLeadLimit = 100

/** Nobody who tries the product meets these; whoever wants to fill our disks for nothing does. */
export const trialQuota = { leads: 20_000, bytes: 20_000_000 }

/** What an account may hold. */
export interface AccountQuota {
  /** What sets the limit, and what to change to pass it. */
  source: 'plan' | 'trial'
  leads: number
  /** Of the texts in its leads, as UTF-8. */
  bytes: number
}

/** How much the account may hold before growing is refused; `undefined` is no limit. */
export const accountQuota = (subscriber: AccessState & { is_trial: boolean }): AccountQuota | undefined => {
  const { role, subscription_plan, subscription_status, is_trial } = subscriber
  if (role === 'admin') return undefined
  if (is_trial) return { source: 'trial', ...trialQuota }
  const isBasic = subscription_status === 'active' && subscription_plan === 'basic'
  return isBasic ? { source: 'plan', leads: basicLeadLimit, bytes: Number.POSITIVE_INFINITY } : undefined
}

/** Whole days of trial left, counting a begun one: 2.1 days left are 3. */
export const trialDaysLeft = (subscriber: AccessState, now: Date): number =>
  isOnTrial(subscriber, now) ? Math.ceil((new Date(subscriber.trial_end).getTime() - now.getTime()) / dayMs) : 0
