import clsx from 'clsx'
import { ChevronDown, X } from 'lucide-react'
import { type ReactNode, type Ref, useId, useState } from 'react'
import { stages, statusLabels } from '#contract/lead-status.ts'
import type { LeadFilters } from '#contract/leads.ts'
import { Button } from '#web/ui/button.tsx'
import { SelectField } from '#web/ui/fields/select-field.tsx'
import { ExportButton } from '../report/export-button.tsx'
import { LeadCount } from './filter-bar-count.tsx'
import { FilterSearch } from './filter-bar-search.tsx'
import { FilterDates } from './lazy-filter-dates.tsx'
import { countDates, type FilterChanges, hasFilters } from './lead-filters.ts'

/** Opens automatically when a date is set, also by Back or a link. A user's choice to close takes precedence. */
const useAdvanced = (dates: number) => {
  const [isOpen, setOpen] = useState(dates > 0)
  const [before, setBefore] = useState(dates)
  if (dates !== before) {
    setBefore(dates)
    if (before === 0) setOpen(true)
  }
  return [isOpen, setOpen] as const
}

interface FilterBarProps {
  filters: LeadFilters
  onChange: (changes: FilterChanges, options?: { replace: boolean }) => void
  onClear: () => void
  ref: Ref<HTMLElement>
  /** Extra buttons of the current tab. */
  children?: ReactNode
}

/** Filters shared by the three tabs and stored in the URL. */
export const FilterBar = ({ filters, onChange, onClear, ref, children }: FilterBarProps) => {
  const datesId = useId()
  const dates = countDates(filters)
  const [isAdvanced, setAdvanced] = useAdvanced(dates)
  return (
    <search ref={ref} tabIndex={-1} aria-label="Filtros" className="grid gap-3 px-4 outline-none md:px-6">
      <div className="flex flex-wrap items-center gap-2">
        <FilterSearch
          value={filters.search ?? ''}
          onSearch={search => onChange({ search }, { replace: true })}
          className="basis-full md:max-w-80 md:flex-1 md:basis-48"
        />
        <SelectField
          label="Etapa"
          hideLabel
          value={filters.stage ?? ''}
          onChange={event => onChange({ stage: event.target.value })}
          className="min-w-34 flex-1 md:w-44 md:flex-none min-[90rem]:w-52"
        >
          <option value="">Todas as etapas</option>
          {stages.map(stage => (
            <option key={stage} value={stage}>
              {statusLabels[stage]}
            </option>
          ))}
        </SelectField>
        <Button aria-expanded={isAdvanced} aria-controls={datesId} onClick={() => setAdvanced(!isAdvanced)}>
          Filtros Avançados
          {dates > 0 && <DateCount count={dates} />}
          <ChevronDown
            aria-hidden="true"
            className={clsx('transition-transform max-sm:hidden', isAdvanced && 'rotate-180')}
          />
        </Button>
        <ExportButton filters={filters} />
        {children}
        {hasFilters(filters) ? (
          <Button variant="ghost" icon={<X />} onClick={onClear}>
            Limpar Filtros
          </Button>
        ) : (
          // Reserves the button's width, so that the row does not wrap when the button appears.
          <div className="w-34 max-lg:hidden" />
        )}
        <LeadCount filters={filters} className="ml-auto" />
      </div>
      <div id={datesId} hidden={!isAdvanced}>
        {isAdvanced && <FilterDates filters={filters} onChange={onChange} />}
      </div>
    </search>
  )
}

const DateCount = ({ count }: { count: number }) => (
  <span className="rounded-chip bg-brand-soft px-1.5 text-brand text-sm tabular-nums">
    {count}
    <span className="sr-only">{count === 1 ? ' data definida' : ' datas definidas'}</span>
  </span>
)
