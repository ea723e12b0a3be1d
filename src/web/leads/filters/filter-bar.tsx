import clsx from 'clsx'
import { SlidersHorizontal, X } from 'lucide-react'
import { type ReactNode, type Ref, useId, useState } from 'react'
import type { LeadFilters } from '#contract/leads/leads.ts'
import { useTeam } from '#web/team/team-context.tsx'
import { Button, IconButton } from '#web/ui/button.tsx'
import { lazyComponent } from '#web/ui/loading/lazy-component.tsx'
import { LeadCount } from './filter-bar-count.tsx'
import { DatesToggle, useDatesOpen } from './filter-bar-dates-toggle.tsx'
import { FilterSearch } from './filter-bar-search.tsx'
import { FilterStage } from './filter-bar-stage.tsx'
import { FilterDates } from './lazy-filter-dates.tsx'
import { countDates, type FilterChanges, hasFilters, hasReportFilters } from './lead-filters.ts'

// Most accounts have a single member.
const FilterResponsible = lazyComponent(() => import('./filter-bar-responsible.tsx'))

const FilterReport = lazyComponent(() => import('./filter-bar-report.tsx'))

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
  const team = useTeam()
  const datesId = useId()
  const dates = countDates(filters)
  const [isOpen, setOpen] = useDatesOpen(dates)
  const moreId = useId()
  const [isMoreOpen, setMoreOpen] = useState(false)
  const isFiltered = hasFilters(filters)
  const filterCount = dates + (filters.stage ? 1 : 0) + (filters.userId ? 1 : 0) + (filters.stalled ? 1 : 0)
  return (
    <search ref={ref} tabIndex={-1} aria-label="Filtros" className="grid gap-3 px-4 outline-none md:px-6">
      <div className="flex flex-wrap items-center gap-2">
        <FilterSearch
          value={filters.search ?? ''}
          onSearch={search => onChange({ search }, { replace: true })}
          className="min-w-0 grow max-md:basis-[calc(100%-var(--control)-0.5rem)] md:max-w-80 md:basis-48"
        />
        <IconButton
          variant="secondary"
          label={filterCount === 0 ? 'Filtros e ações' : `Filtros e ações: ${filterCount} em uso`}
          icon={<MoreIcon count={filterCount} />}
          aria-expanded={isMoreOpen}
          aria-controls={moreId}
          onClick={() => setMoreOpen(!isMoreOpen)}
          className="md:hidden"
        />
        <div id={moreId} className={clsx('contents', !isMoreOpen && 'max-md:hidden')}>
          <FilterStage value={filters.stage} onStage={stage => onChange({ stage })} />
          {team?.seesOthers && (
            <FilterResponsible value={filters.userId} onResponsible={userId => onChange({ userId })} />
          )}
          <Button
            aria-pressed={filters.stalled !== undefined}
            onClick={() => onChange({ stalled: filters.stalled ? undefined : 'true' })}
            className="aria-pressed:border-brand aria-pressed:bg-brand-soft aria-pressed:text-brand"
          >
            Parados
          </Button>
          <DatesToggle count={dates} isOpen={isOpen} controls={datesId} onToggle={() => setOpen(!isOpen)} />
          {children}
        </div>
        <ClearFilters isActive={isFiltered} onClear={onClear} />
        {/* The columns and the pagination show the number of leads, so phones show the matches only. */}
        <LeadCount filters={filters} className={clsx('ml-auto', !isFiltered && !isMoreOpen && 'max-md:sr-only')} />
      </div>
      {hasReportFilters(filters) && <FilterReport filters={filters} onChange={onChange} />}
      <div id={datesId} hidden={!isOpen} className={clsx(!isMoreOpen && 'max-md:hidden')}>
        {isOpen && <FilterDates filters={filters} onChange={onChange} />}
      </div>
    </search>
  )
}

/** Shows on phones how many filters besides the search are active. */
const MoreIcon = ({ count }: { count: number }) => (
  <span className="relative">
    <SlidersHorizontal />
    {count > 0 && (
      <span className="absolute -top-3 -right-3.5 min-w-4.5 rounded-chip bg-brand-soft px-1 text-brand text-xs tabular-nums">
        {count}
      </span>
    )}
  </span>
)

const ClearFilters = ({ isActive, onClear }: { isActive: boolean; onClear: () => void }) =>
  isActive ? (
    <Button variant="ghost" icon={<X />} onClick={onClear}>
      Limpar Filtros
    </Button>
  ) : (
    // Reserves the button's width, so that the row does not wrap when the button appears.
    <div className="w-34 max-lg:hidden" />
  )
