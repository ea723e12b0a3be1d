import { formatCount } from '#contract/values/numbers.ts'
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx'

interface ReportConfirmProps {
  open: boolean
  total: number
  onAnswer: (isWanted: boolean) => void
}

/** Confirms a very long report. */
export default function ReportConfirm({ open, total, onAnswer }: ReportConfirmProps) {
  return (
    <ConfirmDialog
      open={open}
      title={`Gerar um PDF com ${formatCount(total)} leads?`}
      text="São centenas de páginas e pode demorar. Use filtros para um relatório menor."
      confirmLabel="Gerar PDF"
      onConfirm={() => onAnswer(true)}
      onCancel={() => onAnswer(false)}
    />
  )
}
