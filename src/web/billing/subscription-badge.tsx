import { type PlanId, planNames, type SubscriptionStatus, subscriptionStatusLabel } from '#contract/subscription.ts'
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

export const planLabel = (plan: PlanId | null): string => (plan ? planNames[plan] : 'Sem plano')
