import { useQuery } from '@tanstack/react-query'
import type { User } from '#contract/auth/user.ts'
import type { Plan } from '#contract/billing/billing.ts'
import { buildDefaultPlans } from '#contract/billing/plans.ts'
import { type PlanId, planIds, planNames, subscriptionStatusLabel } from '#contract/billing/subscription.ts'
import { formatTimestampDate } from '#contract/values/dates.ts'
import { paths } from '#web/lib/url/paths.ts'
import { useUser } from '#web/session/session.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { SlowNote } from '#web/ui/slow-note.tsx'
import { plansQuery } from '../api.ts'
import { useCheckout } from '../checkout/use-checkout.ts'
import { keptPromises } from '../kept-promises.ts'
import { formatRenewal, isCancelScheduled } from '../renewal.ts'
import { PlanCard } from './plan-card.tsx'

const isCurrent = (plan: Plan, user: User): boolean =>
  user.subscription_status === 'active' && user.subscription_plan === plan.id

/** The text of a plan's button and the explanation below it. */
interface Offer {
  label: string
  hint?: string
}

const isCheaper = (plan: PlanId, current: PlanId): boolean => planIds.indexOf(plan) < planIds.indexOf(current)

/** Describes what choosing a plan changes: a cheaper plan starts with the next period, a larger one at once. */
const offerOf = (plan: Plan, user: User): Offer => {
  const { subscription_status: status, subscription_plan: current, current_period_end: end } = user
  const label = 'Assinar Agora'
  if (user.pending_payment)
    return { label: 'Ver pagamento pendente', hint: 'Para escolher outro plano, espere o pagamento chegar ou vencer.' }
  if (status === 'past_due')
    return {
      label,
      hint: user.payment_returned
        ? 'Cancele primeiro a assinatura atual no perfil.'
        : 'Pague primeiro a fatura em aberto.',
    }
  if (status !== 'active' || current === null) return { label }
  const change = `Mudar para o ${planNames[plan.id]}`
  if (!isCheaper(plan.id, current)) return { label: change, hint: 'Você vê a diferença antes de qualquer cobrança.' }
  if (isCancelScheduled(user) || end === null) return { label: change, hint: 'Você confirma antes de mudar.' }
  return {
    label: `${change} em ${formatTimestampDate(end).slice(0, 5)}`,
    hint: `Até lá, vale o ${planNames[current]}, já pago. Você confirma antes de mudar.`,
  }
}

/** Lists the plans for sale. Falls back to the default plans while loading and on failure. */
export const Plans = () => {
  const user = useUser()
  const { data } = useQuery(plansQuery)
  const checkout = useCheckout()
  const plans = data?.plans.length ? data.plans : buildDefaultPlans(keptPromises())
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
                <ChoosePlan plan={plan} offer={offerOf(plan, user)} checkout={checkout} headingId={headingId} />
              </>
            )
          }
        </PlanCard>
      ))}
    </div>
  )
}

interface ChoosePlanProps {
  plan: Plan
  offer: Offer
  checkout: ReturnType<typeof useCheckout>
  headingId: string
}

const ChoosePlan = ({ plan, offer: { label, hint }, checkout, headingId }: ChoosePlanProps) => {
  const isOpening = checkout.opening === plan.id
  return (
    <>
      <Button
        variant={plan.popular && !hint ? 'primary' : 'secondary'}
        aria-describedby={headingId}
        busy={isOpening}
        disabled={checkout.opening !== undefined && !isOpening}
        onClick={() => checkout.subscribe(plan.id)}
      >
        {isOpening ? 'Abrindo o pagamento...' : label}
      </Button>
      <SlowNote active={isOpening} />
      {hint && <p className="text-sm text-text3">{hint}</p>}
    </>
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
