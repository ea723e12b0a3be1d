import { type ReactNode, useEffect, useState, useSyncExternalStore } from 'react'
import type { LeadFilters } from '#contract/leads.ts'
import { lazyComponent } from '#web/ui/lazy-component.tsx'
import { toast } from '#web/ui/toasts/toast.tsx'
import { type ReportState, reportState, resolveConfirmation, subscribeReport } from './report-state.ts'

const load = () => import('./report-run.ts')

/** So that it is there by the time somebody asks for a report. */
export const preloadReport = (): void => void load().catch(() => undefined)

const start = async (filters: LeadFilters): Promise<void> => {
  const run = await load().catch(() => undefined)
  if (run) return run.startReport(filters)
  toast.error({
    id: 'report-code',
    title: 'Não foi possível gerar o PDF',
    description: 'Uma parte da página não carregou. Verifique a conexão ou recarregue a página.',
    action: { label: 'Tentar de novo', onClick: () => void start(filters) },
  })
}

interface Report {
  state: ReportState
  /** Does nothing while a report is under way. */
  start: (filters: LeadFilters) => Promise<void>
  /** To be rendered: asks whether a very long report is wanted. */
  confirmation: ReactNode
}

/** The PDF of all leads that match a filter. */
export const useReport = (): Report => {
  const state = useSyncExternalStore(subscribeReport, reportState)
  return { state, start, confirmation: <ReportConfirmation state={state} /> }
}

const LazyReportConfirm = lazyComponent(() => import('./report-confirm.tsx'))

const ReportConfirmation = ({ state }: { state: ReportState }) => {
  const total = state.phase === 'confirming' ? state.total : undefined
  // The dialog still shows its number while it fades away.
  const [shown, setShown] = useState(total)
  if (total !== undefined && total !== shown) setShown(total)
  // Nobody is left to ask.
  useEffect(() => () => resolveConfirmation(false), [])

  if (shown === undefined) return null
  return <LazyReportConfirm open={total !== undefined} total={shown} onAnswer={resolveConfirmation} />
}
