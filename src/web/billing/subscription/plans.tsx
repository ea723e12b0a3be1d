import { useQuery } from '@tanstack/react-query'
import type { Plan } from '#contract/billing.ts'
import { formatTimestampDate } from '#contract/dates.ts'
import { defaultPlans } from '#contract/plans.ts'
import { subscriptionStatusLabel } from '#contract/subscription.ts'
import type { User } from '#contract/user.ts'
import { paths } from '#web/lib/paths.ts'
import { useUser } from '#web/session/session.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { SlowNote } from '#web/ui/slow-note.tsx'
import { plansQuery } from '../api.ts'
import { useCheckout } from '../checkout/use-checkout.ts'
import { formatRenewal } from '../renewal.ts'
import { PlanCard } from './plan-card.tsx'

const isCurrent = (plan: Plan, user: User): boolean =>
  user.subscription_status === 'active' && user.subscription_plan === plan.id

/** Explains what choosing a plan changes for an existing subscriber. */
const planHint = ({ subscription_status: status, payment_returned: isReturned }: User): string | undefined => {
  if (status === 'active') return 'Você vê a diferença antes de qualquer cobrança.'
  if (status !== 'past_due') return undefined
  return isReturned ? 'Cancele primeiro a assinatura atual no perfil.' : 'Pague primeiro a fatura em aberto.'
}

/** Lists the plans for sale. Falls back to the default plans while loading and on failure. */
export const Plans = () => {
  const user = useUser()
  const { data } = useQuery(plansQuery)
  const checkout = useCheckout()
  const plans = data?.plans.length ? data.plans : defaultPlans
  const hint = planHint(user)
  const { failure } = checkout
  return (
    <div className="grid gap-4 lg:grid-cols-3">
      {failure && !plans.some(({ id }) => id === failure.plan) && (
        <Notice tone="danger" title={failure.text} className="col-span-full" />
      )}
      {plans.map(plan => (
        <PlanCard key={plan.id} plan={plan}>
          {headingId =>
            isCurrent(plan, user) ? (
              <CurrentPlan user={user} />
            ) : user.scheduled_plan === plan.id && user.scheduled_plan_at ? (
              <MarkedPlan title="Seu próximo plano" text={`Começa em ${formatTimestampDate(user.scheduled_plan_at)}`} />
            ) : (
              <>
                {failure?.plan === plan.id && <Notice tone="danger" title={failure.text} />}
                <Button
                  variant={plan.popular && !hint ? 'primary' : 'secondary'}
                  aria-describedby={headingId}
                  busy={checkout.opening === plan.id}
                  disabled={checkout.opening !== undefined && checkout.opening !== plan.id}
                  onClick={() => checkout.subscribe(plan.id)}
                >
                  {checkout.opening === plan.id ? 'Abrindo o pagamento...' : 'Assinar Agora'}
                </Button>
                <SlowNote active={checkout.opening === plan.id} />
                {hint && <p className="text-sm text-text3">{hint}</p>}
              </>
            )
          }
        </PlanCard>
      ))}
    </div>
  )
}

const CurrentPlan = ({ user }: { user: User }) => (
  <>
    <MarkedPlan
      title="Seu plano atual"
      text={[subscriptionStatusLabel(user.subscription_status), formatRenewal(user)].filter(Boolean).join(' · ')}
    />
    <ButtonLink to={paths.profile}>Gerenciar</ButtonLink>
  </>
)

const MarkedPlan = ({ title, text }: { title: string; text: string }) => (
  <div className="rounded-control bg-success-soft px-3 py-2">
    <p className="font-semibold text-success">{title}</p>
    <p className="text-sm text-text2">{text}</p>
  </div>
)
