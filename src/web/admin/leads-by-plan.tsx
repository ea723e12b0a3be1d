import type { Metrics } from '#contract/admin.ts'
import { formatCount, formatDecimal } from '#contract/values/numbers.ts'
import { planLabel } from '#web/billing/subscription-badge.tsx'

/** Shows the number of leads by their owners' plan, as bars on one scale. */
export const LeadsByPlan = ({ plans }: { plans: Metrics['leadsByPlan'] }) => {
  const total = plans.reduce((sum, { count }) => sum + count, 0)
  const largest = Math.max(...plans.map(({ count }) => count))
  return (
    <section
      aria-labelledby="por-plano"
      className="@container rounded-panel border border-border bg-surface px-4 py-3 md:px-5 md:py-4"
    >
      <h2 id="por-plano">Leads por Plano</h2>
      <ul className="mt-3 grid gap-3">
        {plans.map(({ _id, count }) => (
          <li key={_id ?? 'none'} className="grid grid-cols-[minmax(0,1fr)_auto_3.5rem] items-baseline gap-x-2 gap-y-1">
            <span className="truncate @max-[14rem]:col-span-full">{planLabel(_id)}</span>
            <span className="font-semibold tabular-nums">
              {formatCount(count)}
              <span className="sr-only">{count === 1 ? ' lead, ' : ' leads, '}</span>
            </span>
            <span className="text-right text-sm text-text2 tabular-nums">
              {formatDecimal((count / total) * 100, 1)}%
            </span>
            <svg aria-hidden="true" className="col-span-full h-2 w-full rounded-chip bg-column text-brand">
              <rect width={`${Math.max((count / largest) * 100, 1)}%`} height="100%" rx="4" fill="currentColor" />
            </svg>
          </li>
        ))}
      </ul>
    </section>
  )
}
