import { X } from 'lucide-react'
import type { Ref } from 'react'
import { type LeadStatus, legacyStatuses, stages, statusLabels } from '#contract/leads/lead-status.ts'
import { Button } from '#web/ui/button.tsx'
import { SelectField } from '#web/ui/fields/select-field.tsx'
import { DebouncedSearch } from '../debounced-search.tsx'
import { type AllLeadsParams, emailOf, searchOf } from './use-all-leads-params.ts'

interface AllLeadsFiltersProps {
  params: AllLeadsParams
  onClear: () => void
  ref: Ref<HTMLElement>
}

const options = (statuses: readonly LeadStatus[]) =>
  statuses.map(status => (
    <option key={status} value={status}>
      {statusLabels[status]}
    </option>
  ))

export const AllLeadsFilters = ({ params: { filters, hasFilters, setFilter }, onClear, ref }: AllLeadsFiltersProps) => (
  <search ref={ref} tabIndex={-1} aria-label="Filtros" className="flex flex-wrap items-center gap-2 outline-none">
    <DebouncedSearch
      label="Buscar por nome, negócio ou e-mail"
      placeholder="Buscar por nome, negócio ou e-mail..."
      maxLength={100}
      read={searchOf}
      onSearch={search => setFilter('search', search, { replace: true })}
      className="basis-full md:max-w-80 md:flex-1 md:grow-4 md:basis-44"
    />
    <SelectField
      label="Etapa"
      hideLabel
      value={filters.status ?? ''}
      onChange={event => setFilter('status', event.target.value)}
      className="basis-full md:max-w-52 md:flex-1 md:basis-48"
    >
      <option value="">Todas as etapas</option>
      {options(stages)}
      <optgroup label="Etapas antigas">{options(Object.keys(legacyStatuses) as LeadStatus[])}</optgroup>
    </SelectField>
    <DebouncedSearch
      label="E-mail do cliente"
      placeholder="E-mail do cliente..."
      maxLength={254}
      read={emailOf}
      onSearch={email => setFilter('email', email, { replace: true })}
      className="basis-full md:max-w-72 md:flex-1 md:basis-44"
    />
    {hasFilters && (
      <Button variant="ghost" icon={<X />} onClick={onClear}>
        Limpar Filtros
      </Button>
    )}
  </search>
)
