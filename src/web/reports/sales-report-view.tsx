import { useQuery } from '@tanstack/react-query'
import { FileSpreadsheet, FileText } from 'lucide-react'
import { useState } from 'react'
import { noLostReason } from '#contract/lost-reasons/lost-reasons.ts'
import { formatMonth } from '#contract/reports/report-months.ts'
import type { SalesReport } from '#contract/reports/reports.ts'
import type { PrintedReport } from '#web/leads/report/sales-report-document.ts'
import { downloadFile } from '#web/lib/requests/download-file.ts'
import { lostReasonsQuery } from '#web/lost-reasons/api.ts'
import { useTeam } from '#web/team/team-context.tsx'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { toast } from '#web/ui/toasts/toast.tsx'
import { reportCsv } from './report-csv.ts'
import { type ReportNames, type ReportSection, reportSections, reportTotals } from './report-sections.ts'
import { FigureLink, ReportTable } from './report-table.tsx'

const useReportNames = (): ReportNames & { isLoading: boolean } => {
  const team = useTeam()
  const { data: reasons = [], isLoading } = useQuery(lostReasonsQuery)
  const unknown = isLoading ? '…' : 'Outro motivo'
  return {
    isLoading,
    member: id => (id === null ? 'Sem responsável' : (team?.names.get(id) ?? 'Fora da equipe')),
    reason: id => (id === null ? noLostReason : (reasons.find(({ _id }) => _id === id)?.nome ?? unknown)),
  }
}

const hasNoFigures = ({ won, lost, forecast }: SalesReport): boolean =>
  [won, lost, ...forecast].every(({ count }) => count === 0)

interface SalesReportViewProps {
  report: SalesReport
  isAdvanced: boolean
  /** Another period is loading. */
  isStale: boolean
}

/** Shows the sections, and for `isAdvanced` lets the user download them. */
export const SalesReportView = ({ report, isAdvanced, isStale }: SalesReportViewProps) => {
  const isTeam = useTeam() !== null
  const names = useReportNames()
  const sections = reportSections(report, names, isTeam)
  if (hasNoFigures(report))
    return (
      <EmptyState
        title="Nenhum lead neste relatório"
        text="Aqui aparecem os leads em aberto e os que foram ganhos ou perdidos no período."
      />
    )
  return (
    <>
      {isAdvanced && <Downloads report={report} sections={sections} isStale={isStale || names.isLoading} />}
      <Totals report={report} />
      <div className="lg:columns-2">
        {sections.map(section => (
          <ReportTable key={section.title} section={section} />
        ))}
      </div>
    </>
  )
}

const Totals = ({ report }: { report: SalesReport }) => (
  <dl className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,max(8rem,40%)),1fr))] rounded-panel border border-border bg-surface lg:grid-cols-4">
    {reportTotals(report).map(({ label, cell, detail }) => (
      <div key={label} className="min-w-0 px-4 py-3 md:px-5">
        <dt className="text-sm text-text2">{label}</dt>
        <dd className="font-semibold text-2xl tabular-nums">
          <FigureLink cell={cell} name={label} />
        </dd>
        <dd className="text-sm text-text3 tabular-nums">{detail}</dd>
      </div>
    ))}
  </dl>
)

const printedReport = (report: SalesReport, sections: ReportSection[]): Omit<PrintedReport, 'brandName'> => ({
  madeAt: new Date().toISOString(),
  period: `De ${formatMonth(report.from)} a ${formatMonth(report.to)}`,
  totals: reportTotals(report).map(({ label, cell, detail }) => ({ label: `${label} (${detail})`, value: cell.text })),
  sections,
})

interface DownloadsProps extends Pick<SalesReportViewProps, 'report' | 'isStale'> {
  sections: ReportSection[]
}

const Downloads = ({ report, sections, isStale }: DownloadsProps) => {
  const [isDrawing, setDrawing] = useState(false)
  const name = `relatorio_${report.from}_${report.to}`
  const downloadPdf = async () => {
    setDrawing(true)
    try {
      const { generateSalesReport } = await import('#web/leads/report/sales-report-run.ts')
      downloadFile(await generateSalesReport(printedReport(report, sections)), `${name}.pdf`)
    } catch {
      toast.error({
        title: 'Não foi possível gerar o PDF',
        description: 'Verifique a conexão ou recarregue a página.',
        action: { label: 'Tentar novamente', onClick: () => void downloadPdf() },
      })
    }
    setDrawing(false)
  }
  return (
    <div className="flex flex-wrap gap-2">
      <Button icon={<FileText />} busy={isDrawing || isStale} onClick={() => void downloadPdf()}>
        Baixar PDF
      </Button>
      <Button
        icon={<FileSpreadsheet />}
        busy={isStale}
        onClick={() => downloadFile(new Blob([reportCsv(sections)], { type: 'text/csv' }), `${name}.csv`)}
      >
        Baixar CSV
      </Button>
    </div>
  )
}
