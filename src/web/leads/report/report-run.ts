import type { LeadFilters } from '#contract/leads/leads.ts'
import { toLocalDate } from '#contract/values/dates.ts'
import { errorMessage } from '#web/lib/requests/api-error.ts'
import { downloadFile } from '#web/lib/requests/download-file.ts'
import { readToken } from '#web/lib/token.ts'
import { toast } from '#web/ui/toasts/toast.tsx'
import { loadReportBrand } from './report-brand.ts'
import { generateReport } from './report-generate.ts'
import { confirmLargeReport, reportState, resolveConfirmation, setReport } from './report-state.ts'

let currentRun = new AbortController()

const cancelReport = (): void => {
  currentRun.abort()
  resolveConfirmation(false)
}

/**
 * Creates the report of all matching leads and downloads the file. Runs once at a time across pages and stops at the
 * end of the session.
 */
export const startReport = async (filters: LeadFilters): Promise<void> => {
  if (reportState().phase !== 'idle') return
  const now = new Date()
  const token = readToken()
  const run = new AbortController()
  currentRun = run
  const progress = showProgress()
  const isOver = () => run.signal.aborted || readToken() !== token

  try {
    const request = { ...(await loadReportBrand()), filters, madeAt: now.toISOString() }
    const pdf = await generateReport(request, {
      signal: run.signal,
      onProgress: percent => (isOver() ? run.abort() : progress.update(percent)),
      confirm: confirmLargeReport,
    })
    if (pdf && !isOver()) {
      const name = `leads_${toLocalDate(now)}.pdf`
      downloadFile(pdf, name)
      toast.success({ title: 'PDF pronto', description: name })
    }
  } catch (error) {
    if (!isOver()) {
      toast.error({
        title: 'Não foi possível gerar o PDF',
        description: errorMessage(error, 'Se acontecer novamente, recarregue a página.'),
        action: { label: 'Tentar novamente', onClick: () => void startReport(filters) },
      })
    }
  }
  progress.end()
  setReport({ phase: 'idle' })
}

let runs = 0
/** Slow enough for screen readers. */
const updateMs = 500

const showProgress = () => {
  const id = `report-${++runs}`
  let isHidden = false
  let shownAt = Number.NEGATIVE_INFINITY
  const update = (exact: number) => {
    const percent = Math.min(99, Math.floor(exact))
    const state = reportState()
    if (state.phase === 'running' && (performance.now() - shownAt < updateMs || percent === state.percent)) return
    shownAt = performance.now()
    setReport({ phase: 'running', percent })
    if (isHidden) return
    toast.info({
      id,
      title: `Gerando PDF... ${percent}%`,
      action: { label: 'Cancelar', onClick: cancelReport },
      // Closing the toast does not stop the report.
      isPersistent: true,
      onDismiss: () => {
        isHidden = true
      },
    })
  }
  update(0)
  return { update, end: () => toast.dismiss(id) }
}
