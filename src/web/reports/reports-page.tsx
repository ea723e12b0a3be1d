import { useQuery } from '@tanstack/react-query'
import { entitlements } from '#contract/billing/entitlements.ts'
import { formatMonth } from '#contract/reports/report-months.ts'
import { ReportPeriod } from '#contract/reports/reports.ts'
import { PlanNotice } from '#web/billing/plan-notice.tsx'
import { LeadsPageLayout } from '#web/leads/leads-page-layout.tsx'
import { useUrlParams } from '#web/lib/url/use-url-params.ts'
import { useUser } from '#web/session/session.tsx'
import { TeamProvider } from '#web/team/team-context.tsx'
import { LoadError } from '#web/ui/loading/load-error.tsx'
import { PageSpinner } from '#web/ui/spinner.tsx'
import { type Period, salesReportQuery } from './api.ts'
import { PeriodPicker } from './period-picker.tsx'
import { SalesReportView } from './sales-report-view.tsx'

export default function ReportsPage() {
  const { reports } = entitlements(useUser(), new Date())
  return (
    <LeadsPageLayout
      title="Relatórios"
      text="O que foi ganho e perdido, por quê, quanto tempo leva e o que deve fechar. Toque em um número para ver os leads."
      action="leads.read"
    >
      {reports === 'own' ? (
        <div className="mt-6">
          <PlanNotice title="Relatórios detalhados vêm a partir do plano Profissional">
            Mostram ganhos e perdas por mês, responsável e motivo, a conversão e o tempo em cada etapa e o que deve
            fechar. Os totais do Dashboard e o PDF dos leads continuam no seu plano.
          </PlanNotice>
        </div>
      ) : (
        <TeamProvider>
          <Report isAdvanced={reports === 'by-period'} />
        </TeamProvider>
      )}
    </LeadsPageLayout>
  )
}

const parsePeriod = (parameters: URLSearchParams): Period | undefined => {
  const { success, data } = ReportPeriod.safeParse({
    from: parameters.get('de') ?? undefined,
    to: parameters.get('ate') ?? undefined,
  })
  return success && data.from !== undefined && data.to !== undefined ? { from: data.from, to: data.to } : undefined
}

/** The period can be chosen, and the report taken along, with the plan Empresarial. */
const Report = ({ isAdvanced }: { isAdvanced: boolean }) => {
  const { parameters, change } = useUrlParams()
  const chosen = isAdvanced ? parsePeriod(parameters) : undefined
  const query = useQuery(salesReportQuery(chosen))
  const { data: report } = query
  if (!report && query.error) return <LoadError title="Erro ao montar o relatório" query={query} />
  if (!report) return <PageSpinner text="Montando o relatório..." />
  return (
    <div className="mt-6 grid grid-cols-1 gap-4" aria-busy={query.isPlaceholderData}>
      {isAdvanced ? (
        <PeriodPicker
          {...(chosen ?? { from: report.from, to: report.to })}
          onPeriod={({ from, to }) => change({ de: from, ate: to })}
        />
      ) : (
        <p className="text-text2">
          Últimos 12 meses, de {formatMonth(report.from)} a {formatMonth(report.to)}. No plano Empresarial, você escolhe
          o período e baixa o relatório em CSV e PDF.
        </p>
      )}
      <SalesReportView report={report} isAdvanced={isAdvanced} isStale={query.isPlaceholderData} />
    </div>
  )
}
