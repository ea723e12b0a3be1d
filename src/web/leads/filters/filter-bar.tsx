import { X } from 'lucide-react'
import { type ReactNode, type Ref, useId } from 'react'
import type { LeadFilters } from '#contract/leads.ts'
import { Button } from '#web/ui/button.tsx'
import { LeadCount } from './filter-bar-count.tsx'
import { DatesToggle, useDatesOpen } from './filter-bar-dates-toggle.tsx'
import { FilterSearch } from './filter-bar-search.tsx'
import { FilterStage } from './filter-bar-stage.tsx'
import { FilterDates } from './lazy-filter-dates.tsx'
import { countDates, type FilterChanges, hasFilters } from './lead-filters.ts'

interface FilterBarProps {
  filters: LeadFilters
  onChange: (changes: FilterChanges, options?: { replace: boolean }) => void
  onClear: () => void
  ref: Ref<HTMLElement>
  /** Extra buttons of the current tab. */
  children?: ReactNode
}

/** Lays out the filters that the three tabs share. */
export const FilterBar = ({ filters, onChange, onClear, ref, children }: FilterBarProps) => {
  const datesId = useId()
  const dates = countDates(filters)
  const [isOpen, setOpen] = useDatesOpen(dates)
  return (
    <search ref={ref} tabIndex={-1} aria-label="Filtros" className="grid gap-3 px-4 outline-none md:px-6">
      <div className="flex flex-wrap items-center gap-2">
        <FilterSearch
          value={filters.search ?? ''}
          onSearch={search => onChange({ search }, { replace: true })}
          className="basis-full md:max-w-80 md:flex-1 md:basis-48"
        />
        <FilterStage value={filters.stage} onStage={stage => onChange({ stage })} />
        <DatesToggle count={dates} isOpen={isOpen} controls={datesId} onToggle={() => setOpen(!isOpen)} />
        {children}
        <ClearFilters isActive={hasFilters(filters)} onClear={onClear} />
        <LeadCount filters={filters} className="ml-auto" />
      </div>
      <div id={datesId} hidden={!isOpen}>
        {isOpen && <FilterDates filters={filters} onChange={onChange} />}
      </div>
    </search>
  )
}

const ClearFilters = ({ isActive, onClear }: { isActive: boolean; onClear: () => void }) =>
  isActive ? (
    <Button variant="ghost" icon={<X />} onClick={onClear}>
      Limpar Filtros
    </Button>
  ) : (
    // Reserves the button's width, so that the row does not wrap when the button appears.
    <div className="w-34 max-lg:hidden" />
  )
