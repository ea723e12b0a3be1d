import { formatMomentDay } from '#contract/dates.ts'
import type { User } from '#contract/user.ts'

type Renewing = Pick<User, 'subscription_status' | 'current_period_end' | 'cancel_at_period_end'>

/** Whether the subscription runs, and ends by itself. */
export const isEnding = ({ subscription_status, cancel_at_period_end }: Renewing): boolean =>
  subscription_status === 'active' && cancel_at_period_end

/** When an active subscription renews or ends, where that is known. */
export const renewalText = (user: Renewing): string | undefined => {
  if (user.subscription_status !== 'active' || user.current_period_end === null) return undefined
  return `${isEnding(user) ? 'Termina' : 'Renova'} em ${formatMomentDay(user.current_period_end)}`
}
