import clsx from 'clsx'
import { Check, Clock } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import type { Plan } from '#contract/billing/billing.ts'
import { Badge } from '#web/ui/badge.tsx'
import { formatPrice } from '../format-price.ts'

interface PlanCardProps {
  plan: Plan
  /** Receives the heading's id for `aria-labelledby`. */
  children: (headingId: string) => ReactNode
}

export const PlanCard = ({ plan: { name, price, features, popular }, children }: PlanCardProps) => {
  const headingId = useId()
  return (
    <article
      aria-labelledby={headingId}
      className="flex flex-col rounded-panel border border-border bg-surface p-5 lg:p-6"
    >
      <div className="flex min-h-7 flex-wrap items-center justify-between gap-2">
        <h2 id={headingId} className="text-lg">
          {name}
        </h2>
        {popular && <Badge tone="brand">Mais Popular</Badge>}
      </div>
      <p className="mt-2">
        <span className="font-semibold text-3xl">{formatPrice(price)}</span>
        <span className="text-text2">/mês</span>
      </p>
      <ul className="mt-5 grid flex-1 content-start gap-2">
        {features.map(feature => (
          <Feature key={feature} text={feature} />
        ))}
      </ul>
      <div className="mt-6 grid gap-2">{children(headingId)}</div>
    </article>
  )
}

const Feature = ({ text }: { text: string }) => {
  const isComingSoon = text.endsWith('(em breve)')
  const Icon = isComingSoon ? Clock : Check
  return (
    <li className={clsx('flex gap-2', isComingSoon && 'text-text3')}>
      <Icon aria-hidden="true" className={clsx('mt-0.5', !isComingSoon && 'text-success')} />
      {text}
    </li>
  )
}
