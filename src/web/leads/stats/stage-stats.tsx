import { stages, statusLabels } from '#contract/lead-status.ts'
import type { LeadStats } from '#contract/leads.ts'
import { formatReais, formatReaisRounded } from '#contract/money.ts'
import { formatCount } from '#contract/numbers.ts'
import { StageIcon } from '#web/lead-display/stage-icon.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

/** Shows a cell per stage, with placeholders while loading. */
export default function StageStats({ stats }: { stats: LeadStats | undefined }) {
  return (
    <dl className="mt-2 grid flex-1 grid-cols-2 gap-px overflow-hidden rounded-b-panel border-border border-t bg-border md:grid-cols-4 lg:rounded-br-none">
      {stages.map(stage => {
        const totals = stats?.porStatus.find(({ status }) => status === stage)
        return (
          <div key={stage} className="grid min-w-0 content-center gap-0.5 bg-surface px-3 py-2">
            <dt title={statusLabels[stage]} className="truncate text-sm text-text2 lg:max-xl:text-xs">
              {statusLabels[stage]}
            </dt>
            <dd className="flex min-h-7 items-center gap-2 font-semibold text-xl tabular-nums">
              <StageIcon status={stage} />
              {totals ? formatCount(totals.count) : <Skeleton className="h-5 w-10" />}
            </dd>
            <dd
              title={totals && formatReais(totals.valor)}
              className="min-h-4.5 content-center truncate text-sm text-text2 tabular-nums"
            >
              {totals ? formatReaisRounded(totals.valor) : <Skeleton className="h-3 w-20" />}
            </dd>
          </div>
        )
      })}
    </dl>
  )
}
