import clsx from 'clsx'
import { Check } from 'lucide-react'
import type { Plan } from '#contract/billing/billing.ts'
import { shownClaims } from '#contract/billing/plan-claims.ts'
import { formatPrice } from '#web/billing/format-price.ts'
import { keptPromises, promisesText } from '#web/billing/kept-promises.ts'
import { paths } from '#web/lib/url/paths.ts'
import { Badge } from '#web/ui/badge.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { TrialCta } from './trial-cta.tsx'
import { usePlans } from './use-plans.ts'
import { useClientValue, useIsGuest } from './visitor.ts'

export const Plans = () => (
  <section id="planos" aria-labelledby="planos-titulo">
    <div className="mx-auto max-w-[76rem] px-4 py-16 md:px-6 md:py-24">
      <div data-enter="" className="flex flex-wrap items-end justify-between gap-x-14 gap-y-6">
        <div>
          <h2 id="planos-titulo" className="text-3xl">
            Planos
          </h2>
          <p className="mt-4 max-w-[52ch] text-lg text-text2">
            Todos começam com três dias grátis e tudo liberado. Depois, assine por mês e cancele quando quiser.
          </p>
        </div>
        <TrialCta />
      </div>
      <PlanCards />
    </div>
  </section>
)

/** Lists available features only. The plan page also lists those coming soon. */
const PlanCards = () => {
  const plans = usePlans()
  const isGuest = useIsGuest()
  const kept = keptPromises(useClientValue(promisesText, ''))
  return (
    <ul className="mt-10 grid gap-4 lg:grid-cols-3">
      {plans.map(plan => (
        <li
          key={plan.id}
          data-enter=""
          className={clsx(
            'flex flex-col rounded-panel border bg-surface p-6',
            plan.popular ? 'border-brand' : 'border-border',
          )}
        >
          <h3 className="flex min-h-7 flex-wrap items-center gap-x-3 gap-y-1 text-xl">
            {plan.name}
            {plan.popular && <Badge tone="brand">Mais Popular</Badge>}
          </h3>
          <Price {...plan} />
          <ul className="mt-5 mb-8 grid gap-2 text-text2">
            {shownClaims(plan.id, kept)
              .filter(({ comingSoon }) => !comingSoon)
              .map(({ text }) => (
                <li key={text} className="flex items-start gap-2">
                  <Check aria-hidden="true" className="mt-0.5 text-brand" />
                  {text}
                </li>
              ))}
          </ul>
          <ButtonLink
            to={isGuest ? paths.register : paths.subscription}
            className={clsx('mt-auto min-h-11', plan.popular && 'border-brand text-brand')}
          >
            {isGuest ? `Começar com o ${plan.name}` : `Assinar o ${plan.name}`}
          </ButtonLink>
        </li>
      ))}
    </ul>
  )
}

const Price = ({ price }: Pick<Plan, 'price'>) => (
  <p className="mt-4">
    <span className="text-3xl font-semibold tabular-nums">{formatPrice(price)}</span>
    <span className="text-text2">/mês</span>
  </p>
)
