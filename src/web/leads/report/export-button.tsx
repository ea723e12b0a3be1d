import { FileDown } from 'lucide-react'
import type { LeadFilters } from '#contract/leads/leads.ts'
import { Button } from '#web/ui/button.tsx'
import { useReport } from './use-report.tsx'

/** Exports all pages of the filtered leads. */
export const ExportButton = ({ filters }: { filters: LeadFilters }) => {
  const { state, start, confirmation } = useReport()
  return (
    <>
      <Button icon={<FileDown />} busy={state.phase !== 'idle'} onClick={() => void start(filters)}>
        Exportar PDF
      </Button>
      {confirmation}
    </>
  )
}
