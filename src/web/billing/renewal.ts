import type { User } from '#contract/auth/user.ts'
import { planNames } from '#contract/billing/subscription.ts'
import { formatTimestampDate } from '#contract/values/dates.ts'

type Renewing = Pick<
  User,
  'subscription_status' | 'current_period_end' | 'cancel_at_period_end' | 'scheduled_plan' | 'scheduled_plan_at'
>

/** Returns whether a live subscription is scheduled to cancel. */
export const isCancelScheduled = ({ subscription_status, cancel_at_period_end }: Renewing): boolean =>
  subscription_status === 'active' && cancel_at_period_end

/** Describes a plan change scheduled for the end of the period, if any. */
export const formatScheduledChange = ({ scheduled_plan: plan, scheduled_plan_at: at }: Renewing): string | undefined =>
  plan && at ? `Muda para o ${planNames[plan]} em ${formatTimestampDate(at)}` : undefined

/** Describes when a live subscription renews, changes or ends, if known. */
export const formatRenewal = (user: Renewing): string | undefined => {
  if (user.subscription_status !== 'active' || user.current_period_end === null) return undefined
  if (isCancelScheduled(user)) return `Termina em ${formatTimestampDate(user.current_period_end)}`
  return formatScheduledChange(user) ?? `Renova em ${formatTimestampDate(user.current_period_end)}`
}
