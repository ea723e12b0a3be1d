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

/** Account state and user role that decide access. */
export interface AccessState {
  role: 'admin' | 'user'
  subscription_plan: PlanId | null
  subscription_status: SubscriptionStatus
  trial_end: string
}

/** The trial runs until `trial_end`. The first paid or canceled subscription ends it for good. */
export const isOnTrial = (subscriber: Omit<AccessState, 'role'>, now: Date): boolean =>
  subscriber.subscription_status === 'inactive' &&
  subscriber.subscription_plan === null &&
  now.getTime() < new Date(subscriber.trial_end).getTime()

/** Decides access to lead pages and lead endpoints: administrators, active subscriptions and running trials. */
export const hasAccess = (subscriber: AccessState, now: Date): boolean =>
  subscriber.role === 'admin' || subscriber.subscription_status === 'active' || isOnTrial(subscriber, now)

/** Rounds up: 2.1 days left are 3. */
export const trialDaysLeft = (subscriber: AccessState, now: Date): number =>
  isOnTrial(subscriber, now) ? Math.ceil((new Date(subscriber.trial_end).getTime() - now.getTime()) / dayMs) : 0
