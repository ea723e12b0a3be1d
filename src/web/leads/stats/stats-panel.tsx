import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useSyncExternalStore } from 'react'
import type { Stage } from '#contract/leads/lead-status.ts'
import { conversionRate, type LeadFilters, type LeadStats } from '#contract/leads/leads.ts'
import { formatReais } from '#contract/values/money.ts'
import { formatCount } from '#contract/values/numbers.ts'
import { createStoredPreference } from '#web/lib/stored-preference.ts'
import { Button } from '#web/ui/button.tsx'
import { lazyComponent } from '#web/ui/loading/lazy-component.tsx'
import { RetryButton } from '#web/ui/loading/retry-button.tsx'
import { Skeleton } from '#web/ui/loading/skeleton.tsx'
import { useIsLarge } from '#web/ui/use-breakpoint.ts'
import { boardQuery, invalidateLeads, leadErrors, statsQuery } from '../api.ts'
import { useLeadsQuery } from '../use-leads-query.ts'

// As high as the rows of the loaded funnel. Phones show it on demand.
const Funnel = lazyComponent(() => import('./funnel.tsx'), {
  fallback: <div className="min-h-[13.5625rem] max-lg:hidden" />,
  place: 'page',
})

// Needed in only one of the two views.
const StageStats = lazyComponent(() => import('./stage-stats.tsx'), {
  fallback: <div className="min-h-36" />,
  place: 'page',
})

const views = { summary: 'Resumo', stages: 'Por etapa' } as const
type View = keyof typeof views

const storedView = createStoredPreference<View>({ key: 'numeros', values: ['summary', 'stages'], apply: () => {} })
const useView = () => [useSyncExternalStore(storedView.subscribe, storedView.read), storedView.write] as const

interface StatsPanelProps {
  filters: LeadFilters
  /** URL of the list filtered by a stage. */
  stageUrl: (stage: Stage) => string
}

/**
 * Shows the totals of the filtered leads, overall or by stage, next to the funnel. Placeholders have the same boxes.
 */
export const StatsPanel = ({ filters, stageUrl }: StatsPanelProps) => {
  const queryClient = useQueryClient()
  const { data: stats, error, isFetching } = useLeadsQuery(statsQuery(filters))
  const [view, setView] = useView()
  const isLarge = useIsLarge()
  const board = useLeadsQuery(boardQuery(queryClient, filters))
  if (!stats && error) {
    // The board below shows the same error with a retry for both.
    if (!board.data && board.error) return null
    return <StatsError busy={isFetching} onRetry={() => invalidateLeads(queryClient)} />
  }
  return (
    <section
      aria-label="Resumo"
      aria-busy={!stats}
      className="@container mx-4 grid rounded-panel border border-border bg-surface md:mx-6 lg:grid-cols-2 lg:divide-x lg:divide-border"
    >
      {!stats && (
        <p role="status" className="sr-only">
          Carregando...
        </p>
      )}
      <div className="flex min-w-0 flex-col">
        <ViewSwitch view={view} onView={setView} />
        {view === 'summary' ? <Summary stats={stats} /> : <StageStats stats={stats} />}
      </div>
      {(isLarge || view === 'stages') && (
        <Funnel stats={stats} stageUrl={stageUrl} className="border-border max-lg:border-t" />
      )}
    </section>
  )
}

const StatsError = ({ busy, onRetry }: { busy: boolean; onRetry: () => void }) => (
  <section
    aria-label="Resumo"
    className="mx-4 flex min-h-16 flex-wrap items-center justify-between gap-3 rounded-panel border border-border bg-surface px-4 py-3 md:mx-6 md:px-5"
  >
    <p className="text-danger">{leadErrors.load}</p>
    <RetryButton size="sm" busy={busy} onRetry={onRetry} />
  </section>
)

const ViewSwitch = ({ view, onView }: { view: View; onView: (view: View) => void }) => (
  <div className="flex flex-wrap gap-1 px-2 pt-2">
    {(Object.keys(views) as View[]).map(name => (
      <Button
        key={name}
        size="sm"
        variant="ghost"
        aria-pressed={name === view}
        onClick={() => onView(name)}
        className="aria-pressed:bg-hover aria-pressed:text-text"
      >
        {views[name]}
      </Button>
    ))}
  </div>
)

const Summary = ({ stats }: { stats: LeadStats | undefined }) => (
  <dl className="@container grid flex-1 divide-y divide-border">
    <Figure label="Total Leads" value={stats && formatCount(stats.total)}>
      {stats && `${formatReais(stats.valorTotal)} no total`}
    </Figure>
    <Figure label="Taxa Conversão" value={stats && `${conversionRate(stats.ganho, stats.total)}%`}>
      {stats && `${formatCount(stats.ganho)} ${stats.ganho === 1 ? 'lead ganho' : 'leads ganhos'}`}
    </Figure>
    <Figure label="Valor Fechado" value={stats && formatReais(stats.valorFechados)}>
      {stats && `de ${formatReais(stats.valorTotal)}`}
    </Figure>
  </dl>
)

interface FigureProps {
  label: string
  value: string | undefined
  children: ReactNode
}

/** Shows a large number beside its label. Large text leaves space only below it. */
const Figure = ({ label, value, children }: FigureProps) => (
  <div className="grid grid-cols-1 @min-[18rem]:grid-cols-[minmax(0,11rem)_minmax(min-content,1fr)] content-center gap-x-3 px-4 py-1.5 md:px-5">
    <dt className="text-sm text-text2">{label}</dt>
    <dd
      title={value}
      className="row-span-2 min-h-7 content-center truncate font-semibold text-xl tabular-nums @max-[14rem]:whitespace-normal @max-[14rem]:text-lg md:min-h-8.5 md:text-2xl"
    >
      {value ?? <Skeleton className="h-6 w-24" />}
    </dd>
    <dd className="min-h-4.5 content-center text-sm text-text3">{children ?? <Skeleton className="h-3 w-32" />}</dd>
  </div>
)
