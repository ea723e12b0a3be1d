import clsx from 'clsx'
import { exitStages, type Stage, stages, statusLabels } from '#contract/leads/lead-status.ts'
import type { LeadStats } from '#contract/leads/leads.ts'
import { formatReais, formatReaisRounded } from '#contract/values/money.ts'
import { formatCount } from '#contract/values/numbers.ts'
import { StageIcon } from '#web/lead-display/stage-icon.tsx'
import { stageStyle } from '#web/lead-display/stage-styles.ts'
import { Link } from '#web/ui/link.tsx'
import { Skeleton } from '#web/ui/loading/skeleton.tsx'

type StageTotals = LeadStats['porStatus'][number]

const funnelStages = stages.filter(stage => !exitStages.includes(stage))

interface FunnelProps {
  /** Absent while loading: the same rows without numbers. */
  stats: LeadStats | undefined
  stageUrl: (stage: Stage) => string
  className?: string
}

/** Shows the leads per stage as bars on one scale. Perdido and Nurturing are exits, not steps, so they are separate. */
export default function Funnel({ stats, stageUrl, className }: FunnelProps) {
  const largest = Math.max(1, ...(stats?.porStatus.map(({ count }) => count) ?? []))
  const row = (stage: Stage) => {
    const totals = stats?.porStatus.find(({ status }) => status === stage)
    return (
      <li key={stage}>
        {totals ? (
          <Bar totals={totals} share={totals.count / largest} to={stageUrl(stage)} />
        ) : (
          <div className="grid min-h-6 content-center px-2 max-md:min-h-11">
            <Skeleton className="h-3" />
          </div>
        )}
      </li>
    )
  }
  return (
    <section aria-label="Funil" className={clsx('grid min-w-0 content-center px-2 py-2 md:px-3', className)}>
      <ol aria-label="Etapas do funil">{funnelStages.map(row)}</ol>
      <ul aria-label="Saídas do funil" className="mt-1 border-border border-t pt-1">
        {exitStages.map(row)}
      </ul>
      {stats && <FunnelTable totals={stats.porStatus} />}
    </section>
  )
}

interface BarProps {
  totals: StageTotals
  /** Share of the longest bar, from 0 to 1. */
  share: number
  to: string
}

const Bar = ({ totals: { status, count, valor }, share, to }: BarProps) => (
  <Link
    to={to}
    title={`${statusLabels[status]}: ver na lista`}
    className="grid min-h-6 grid-cols-[1rem_minmax(0,1fr)_auto_auto] items-center gap-x-2 rounded-chip px-2 text-sm hover:bg-hover focus-visible:-outline-offset-2 max-md:min-h-11 max-md:content-center max-md:gap-y-1 @max-[14rem]:grid-cols-[1rem_minmax(0,1fr)_auto] md:grid-cols-[1rem_9.5rem_minmax(0,1fr)_3rem_7rem]"
  >
    <StageIcon status={status} className="size-3.5" />
    {/* Large text leaves space for the label only in a line of its own. */}
    <span className="truncate @max-[14rem]:col-span-2 @max-[14rem]:whitespace-normal">{statusLabels[status]}</span>
    <Track status={status} share={share} className="max-md:order-last max-md:col-span-full" />
    <span className="@max-[14rem]:col-start-2 text-right @max-[14rem]:text-left font-medium tabular-nums">
      {formatCount(count)}
      <span className="sr-only">{count === 1 ? ' lead, ' : ' leads, '}</span>
    </span>
    <span title={formatReais(valor)} className="truncate text-right text-text2 tabular-nums">
      {formatReaisRounded(valor)}
    </span>
  </Link>
)

const Track = ({ status, share, className }: { status: Stage; share: number; className: string }) => (
  <svg aria-hidden="true" className={clsx('h-2.5 w-full', stageStyle(status).dot, className)}>
    <rect width={`${Math.max(share * 100, share > 0 ? 1 : 0)}%`} height="100%" rx="3" fill="currentColor" />
  </svg>
)

const FunnelTable = ({ totals }: { totals: readonly StageTotals[] }) => (
  <div className="sr-only">
    <table>
      <caption>Leads por etapa</caption>
      <thead>
        <tr>
          <th scope="col">Etapa</th>
          <th scope="col">Leads</th>
          <th scope="col">Valor</th>
        </tr>
      </thead>
      <tbody>
        {totals.map(({ status, count, valor }) => (
          <tr key={status}>
            <th scope="row">{statusLabels[status]}</th>
            <td>{formatCount(count)}</td>
            <td>{formatReais(valor)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)
