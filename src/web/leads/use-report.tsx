import { type ReactNode, useEffect, useState, useSyncExternalStore } from 'react'
import type { LeadFilters } from '#contract/leads.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import {
  answerReport,
  cancelReport,
  type ReportState,
  reportState,
  startReport,
  subscribeReport,
} from './report-run.ts'

interface Report {
  state: ReportState
  /** Does nothing while a report is under way. */
  start: (filters: LeadFilters) => Promise<void>
  cancel: () => void
  /** To be rendered: asks whether a very long report is wanted. */
  question: ReactNode
}

/** The PDF of all leads that match a filter. */
export const useReport = (): Report => {
  const state = useSyncExternalStore(subscribeReport, reportState)
  return { state, start: startReport, cancel: cancelReport, question: <ReportQuestion state={state} /> }
}

const ReportQuestion = ({ state }: { state: ReportState }) => {
  const total = state.phase === 'asking' ? state.total : undefined
  // The dialog still shows its number while it fades away.
  const [shown, setShown] = useState(0)
  useEffect(() => {
    if (total !== undefined) setShown(total)
  }, [total])
  // Nobody is left to ask.
  useEffect(() => () => answerReport(false), [])

  return (
    <ConfirmDialog
      open={total !== undefined}
      title={`Gerar um PDF com ${(total ?? shown).toLocaleString('pt-BR')} leads?`}
      text="São centenas de páginas e pode demorar um pouco. Com filtros o relatório fica menor."
      confirmLabel="Gerar PDF"
      onConfirm={() => answerReport(true)}
      onCancel={() => answerReport(false)}
    />
  )
}
