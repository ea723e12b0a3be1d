import clsx from 'clsx'
import type { Metrics } from '#contract/admin.ts'
import { formatReais } from '#contract/values/money.ts'
import { formatCount, formatDecimal } from '#contract/values/numbers.ts'

interface MetricsPanelProps {
  metrics: Metrics
  /** In BRL. */
  totalRevenue: number
}

export const MetricsPanel = ({ metrics, totalRevenue }: MetricsPanelProps) => (
  <section aria-label="Métricas" className="@container grid rounded-panel border border-border bg-surface">
    <dl className="grid @max-[14rem]:grid-cols-1 grid-cols-2 gap-px overflow-hidden rounded-panel bg-border md:auto-rows-fr md:grid-cols-4">
      <Figure label="Receita total" value={formatReais(totalRevenue)} className="@min-[14rem]:col-span-2" />
      <Figure label="Total de clientes" value={formatCount(metrics.totalClients)} />
      <Figure label="Clientes ativos" value={formatCount(metrics.activeClients)} />
      <Figure label="Total de leads" value={formatCount(metrics.totalLeads)} />
      <Figure label="Média de leads por cliente" value={formatDecimal(metrics.avgLeadsPerClient, 2)} />
      <Figure label="Clientes que cancelaram" value={formatCount(metrics.canceledClients)} />
      <Figure label="Clientes em atraso" value={formatCount(metrics.pastDueClients)} />
    </dl>
  </section>
)

const Figure = ({ label, value, className }: { label: string; value: string; className?: string }) => (
  <div className={clsx('grid min-w-0 content-between gap-1 bg-surface px-4 py-3 md:px-5 md:py-4', className)}>
    <dt className="text-sm text-text2">{label}</dt>
    <dd title={value} className="truncate font-semibold @max-[14rem]:text-xl text-2xl tabular-nums">
      {value}
    </dd>
  </div>
)
