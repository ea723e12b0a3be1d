import type { PendingPayment } from '#contract/billing/pending-payment.ts'
import {
  type AccessState,
  isOnTrial,
  type PlanId,
  planNames,
  type SubscriptionStatus,
  subscriptionStatusLabel,
} from '#contract/billing/subscription.ts'
import { formatTimestampDate } from '#contract/values/dates.ts'
import { Badge, type BadgeTone } from '#web/ui/badge.tsx'

const tones: Record<SubscriptionStatus, BadgeTone> = {
  active: 'success',
  inactive: 'neutral',
  past_due: 'warn',
  canceled: 'neutral',
}

export const SubscriptionBadge = ({ status }: { status: SubscriptionStatus }) => (
  <Badge tone={tones[status] ?? 'quiet'}>{subscriptionStatusLabel(status)}</Badge>
)

type BadgedAccount = Omit<AccessState, 'role'> & { pending_payment?: PendingPayment | undefined }

/** Badge of an account. A running trial shows its end, as `inactive` would be misleading. */
export const AccountBadge = ({ account }: { account: BadgedAccount }) =>
  account.pending_payment?.is_first && account.subscription_status !== 'active' ? (
    <Badge tone="warn">Pagamento pendente</Badge>
  ) : isOnTrial(account, new Date()) ? (
    <Badge tone="brand">Em teste até {formatTimestampDate(account.trial_end)}</Badge>
  ) : (
    <SubscriptionBadge status={account.subscription_status} />
  )

export const planLabel = (plan: PlanId | null): string => (plan ? planNames[plan] : 'Sem plano')
