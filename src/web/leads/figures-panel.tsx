import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { conversionRate, type LeadFilters, type LeadStats } from '#contract/leads.ts'
import { formatReais } from '#contract/money.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Skeleton, SkeletonRegion } from '#web/ui/skeleton.tsx'
import { leadFailures, statsQuery } from './api.ts'

/** The summary of all leads; an account without any is invited to its first. */
export const FiguresPanel = ({ filters, onCreate }: { filters: LeadFilters; onCreate: () => void }) => {
  const { data: stats, error, refetch } = useQuery(statsQuery(filters))
  if (stats?.total === 0) {
    return (
      <EmptyState
        title="Seu funil começa aqui"
        text="Cadastre o primeiro lead e acompanhe cada etapa até o fechamento."
        actions={<Button onClick={onCreate}>Cadastrar o primeiro lead</Button>}
      />
    )
  }
  if (!stats && error) {
    return (
      <Notice
        tone="danger"
        title={leadFailures.load}
        className="mx-4 md:mx-6"
        actions={<Button onClick={() => refetch()}>Tentar novamente</Button>}
      />
    )
  }
  return (
    <section aria-label="Resumo" className="mx-4 rounded-panel border border-border bg-surface md:mx-6">
      {stats ? <Figures stats={stats} /> : <FiguresSkeleton />}
    </section>
  )
}

const Figures = ({ stats }: { stats: LeadStats }) => (
  <dl className={grid}>
    <Figure label="Total Leads" value={stats.total.toLocaleString('pt-BR')}>
      {formatReais(stats.valorTotal)} ao todo
    </Figure>
    <Figure label="Taxa Conversão" value={`${conversionRate(stats.ganho, stats.total)}%`}>
      {stats.ganho.toLocaleString('pt-BR')} {stats.ganho === 1 ? 'lead ganho' : 'leads ganhos'}
    </Figure>
    <Figure label="Valor Fechado" value={formatReais(stats.valorFechados)}>
      de {formatReais(stats.valorTotal)}
    </Figure>
  </dl>
)

const grid = 'grid divide-border max-md:divide-y md:grid-cols-3 md:divide-x'

const Figure = ({ label, value, children }: { label: string; value: string; children: ReactNode }) => (
  <div className="grid content-start gap-0.5 px-5 py-4">
    <dt className="text-sm text-text2">{label}</dt>
    <dd className="min-w-0">
      <span className="block truncate font-semibold text-2xl tabular-nums" title={value}>
        {value}
      </span>
      <span className="text-sm text-text2">{children}</span>
    </dd>
  </div>
)

const FiguresSkeleton = () => (
  <SkeletonRegion className={grid}>
    {['total', 'taxa', 'valor'].map(name => (
      <div key={name} className="px-5 py-4">
        <Skeleton className="h-4 w-24" />
        <Skeleton className="my-2 h-7 w-32" />
        <Skeleton className="h-4 w-40" />
      </div>
    ))}
  </SkeletonRegion>
)
