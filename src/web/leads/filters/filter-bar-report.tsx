import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import type { LeadFilters } from '#contract/leads/leads.ts'
import { lostReasonsQuery } from '#web/lost-reasons/api.ts'
import { Button } from '#web/ui/button.tsx'
import { reportFilterTexts } from '../report-filters.ts'
import type { FilterChanges } from './lead-filters.ts'

interface FilterReportProps {
  filters: LeadFilters
  onChange: (changes: FilterChanges) => void
}

/** What the link of another page, such as a figure of a report, has filtered by, each part removable. */
export default function FilterReport({ filters, onChange }: FilterReportProps) {
  const { data: reasons } = useQuery({ ...lostReasonsQuery, enabled: filters.lostReasonId !== undefined })
  const texts = reportFilterTexts(filters, id => reasons?.find(({ _id }) => _id === id)?.nome)
  return (
    <ul aria-label="Filtros do relatório" className="flex flex-wrap gap-2">
      {texts.map(({ names, text }) => (
        <li key={text}>
          <Button
            size="sm"
            aria-label={`Remover o filtro ${text}`}
            onClick={() => onChange(Object.fromEntries(names.map(name => [name, undefined])))}
            className="border-brand bg-brand-soft text-brand max-md:min-h-control"
          >
            {text}
            <X />
          </Button>
        </li>
      ))}
    </ul>
  )
}
