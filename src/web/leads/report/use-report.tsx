import { type ReactNode, useEffect, useState, useSyncExternalStore } from 'react'
import type { LeadFilters } from '#contract/leads/leads.ts'
import { lazyComponent } from '#web/ui/loading/lazy-component.tsx'
import { toast } from '#web/ui/toasts/toast.tsx'
import { type ReportState, reportState, resolveConfirmation, subscribeReport } from './report-state.ts'

const load = () => import('./report-run.ts')

/** Loads the code before the first report. */
export const preloadReport = (): void => void load().catch(() => undefined)

const start = async (filters: LeadFilters): Promise<void> => {
  const run = await load().catch(() => undefined)
  if (run) return run.startReport(filters)
  toast.error({
    id: 'report-code',
    title: 'Não foi possível gerar o PDF',
    description: 'Uma parte da página não carregou. Verifique a conexão ou recarregue a página.',
    action: { label: 'Tentar novamente', onClick: () => void start(filters) },
  })
}

interface Report {
  state: ReportState
  /** Does nothing while a report is running. */
  start: (filters: LeadFilters) => Promise<void>
  /** Confirmation dialog to render. */
  confirmation: ReactNode
}

/** Creates the PDF of all leads that match a filter. */
export const useReport = (): Report => {
  const state = useSyncExternalStore(subscribeReport, reportState)
  return { state, start, confirmation: <ReportConfirmation state={state} /> }
}

const LazyReportConfirm = lazyComponent(() => import('./report-confirm.tsx'))

const ReportConfirmation = ({ state }: { state: ReportState }) => {
  const total = state.phase === 'confirming' ? state.total : undefined
  // The closed dialog shows its number until the fade-out ends.
  const [shown, setShown] = useState(total)
  if (total !== undefined && total !== shown) setShown(total)
  // Cancel the confirmation on unmount.
  useEffect(() => () => resolveConfirmation(false), [])

  if (shown === undefined) return null
  return <LazyReportConfirm open={total !== undefined} total={shown} onAnswer={resolveConfirmation} />
}
