import { formatTimestampDate } from '#contract/dates.ts'
import { planNames } from '#contract/subscription.ts'
import type { User } from '#contract/user.ts'

type Renewing = Pick<
  User,
  'subscription_status' | 'current_period_end' | 'cancel_at_period_end' | 'scheduled_plan' | 'scheduled_plan_at'
>

/** Whether the subscription runs, and ends by itself. */
export const isCancelScheduled = ({ subscription_status, cancel_at_period_end }: Renewing): boolean =>
  subscription_status === 'active' && cancel_at_period_end

/** The change of plan that waits for the end of the period, where one does. */
export const formatScheduledChange = ({ scheduled_plan: plan, scheduled_plan_at: at }: Renewing): string | undefined =>
  plan && at ? `Muda para o ${planNames[plan]} em ${formatTimestampDate(at)}` : undefined

/** When an active subscription renews, changes or ends, where that is known. */
export const formatRenewal = (user: Renewing): string | undefined => {
  if (user.subscription_status !== 'active' || user.current_period_end === null) return undefined
  if (isCancelScheduled(user)) return `Termina em ${formatTimestampDate(user.current_period_end)}`
  return formatScheduledChange(user) ?? `Renova em ${formatTimestampDate(user.current_period_end)}`
}
