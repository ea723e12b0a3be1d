import { stages, statusLabels } from '#contract/leads/lead-status.ts'
import type { LeadStats } from '#contract/leads/leads.ts'
import { formatReais, formatReaisRounded } from '#contract/values/money.ts'
import { StageIcon } from '#web/lead-display/stage-icon.tsx'
import { Skeleton } from '#web/ui/loading/skeleton.tsx'

interface StageShare {
  /** Average value of a lead in BRL, if there is one. */
  average: number | undefined
  /** Percent of the value of all leads. */
  share: number
}

const shareOf = (stats: LeadStats, { count, valor }: LeadStats['porStatus'][number]): StageShare => ({
  average: count === 0 ? undefined : valor / count,
  share: stats.valorTotal === 0 ? 0 : Math.round((valor / stats.valorTotal) * 100),
})

/** Shows per stage what the funnel does not: the average lead, and how much of the value is there. */
export default function StageStats({ stats }: { stats: LeadStats | undefined }) {
  return (
    <dl className="mt-2 grid flex-1 @max-[14rem]:grid-cols-1 grid-cols-2 gap-px overflow-hidden rounded-b-panel border-border border-t bg-border md:grid-cols-4 lg:rounded-br-none">
      {stages.map(stage => {
        const totals = stats?.porStatus.find(({ status }) => status === stage)
        const cell = stats && totals && shareOf(stats, totals)
        return (
          <div key={stage} className="grid min-w-0 content-center gap-0.5 bg-surface px-3 py-2">
            <dt
              title={statusLabels[stage]}
              className="flex min-w-0 items-center gap-1.5 text-sm text-text2 lg:max-xl:text-xs"
            >
              <StageIcon status={stage} className="size-3.5" />
              <span className="truncate @max-[14rem]:whitespace-normal">{statusLabels[stage]}</span>
            </dt>
            <dd
              title={cell?.average === undefined ? undefined : formatReais(cell.average)}
              className="min-h-6 content-center truncate font-semibold text-lg tabular-nums @max-[14rem]:whitespace-normal"
            >
              {cell ? formatAverage(cell.average) : <Skeleton className="h-5 w-20" />}
            </dd>
            <dd className="min-h-4.5 content-center truncate text-sm text-text2 tabular-nums @max-[14rem]:whitespace-normal">
              {cell ? `por lead · ${cell.share}% do valor` : <Skeleton className="h-3 w-24" />}
            </dd>
          </div>
        )
      })}
    </dl>
  )
}

const formatAverage = (average: number | undefined): string =>
  average === undefined ? '-' : formatReaisRounded(average)
