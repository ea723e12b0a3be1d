import { useId, useRef } from 'react'
import type { LeadFilters } from '#contract/leads/leads.ts'
import { PlainDateInput } from '#contract/values/date-inputs.ts'
import type { PlainDate } from '#contract/values/dates.ts'
import { useDebouncedInput } from '#web/forms/use-debounced-input.ts'
import { Button } from '#web/ui/button.tsx'
import { DateField } from '#web/ui/fields/date-field.tsx'
import { type DateName, endsBeforeStart, type FilterChanges, readCurrentFilter } from './lead-filters.ts'
import { quickRanges } from './quick-ranges.ts'

export interface FilterDatesProps {
  filters: LeadFilters
  onChange: (changes: FilterChanges) => void
}

export default function FilterDates({ filters, onChange }: FilterDatesProps) {
  return (
    <div className="flex flex-wrap items-start gap-x-6 gap-y-4">
      <Period
        label="Prospecção"
        names={{ start: 'dataProspeccaoInicio', end: 'dataProspeccaoFim' }}
        filters={filters}
        onChange={onChange}
      />
      <Period
        label="Fechamento"
        names={{ start: 'dataFechamentoInicio', end: 'dataFechamentoFim' }}
        filters={filters}
        onChange={onChange}
      />
      <QuickRanges
        start={filters.dataProspeccaoInicio}
        end={filters.dataProspeccaoFim}
        onRange={(from, to) => onChange({ dataProspeccaoInicio: from, dataProspeccaoFim: to })}
      />
    </div>
  )
}

interface PeriodProps extends FilterDatesProps {
  label: string
  names: { start: DateName; end: DateName }
}

const Period = ({ label, names, filters, onChange }: PeriodProps) => (
  <div className="grid min-w-0 grid-cols-2 gap-2 max-md:w-full md:grid-cols-[9.5rem_9.5rem]">
    <DateFilter label={`${label} de`} name={names.start} filters={filters} onChange={onChange} />
    <DateFilter
      label={`${label} até`}
      name={names.end}
      filters={filters}
      onChange={onChange}
      error={
        endsBeforeStart(filters[names.start], filters[names.end]) ? 'Escolha uma data a partir da inicial' : undefined
      }
    />
  </div>
)

/** Leaves time for the next digit: typing a year passes through 2, 20 and 202. */
const debounceMs = 400

interface DateFilterProps extends FilterDatesProps {
  label: string
  name: DateName
  error?: string | undefined
}

const DateFilter = ({ label, name, filters, onChange, error }: DateFilterProps) => {
  const box = useRef<HTMLInputElement>(null)
  const { draft, change, flush } = useDebouncedInput({
    value: filters[name] ?? '',
    readCurrent: () => readCurrentFilter(name),
    onCommit: day => onChange({ [name]: day }),
    delayMs: debounceMs,
    // An incomplete date is also empty, but must not clear the filter.
    parse: typed => {
      if (box.current?.validity.badInput) return undefined
      return typed === '' || PlainDateInput.safeParse(typed).success ? typed : undefined
    },
  })
  return (
    <DateField
      ref={box}
      label={label}
      value={draft}
      max="2200-12-31"
      onChange={event => change(event.target.value)}
      onBlur={flush}
      error={error}
    />
  )
}

interface QuickRangesProps {
  start: PlainDate | undefined
  end: PlainDate | undefined
  onRange: (from: PlainDate, to: PlainDate) => void
}

const QuickRanges = ({ start, end, onRange }: QuickRangesProps) => {
  const id = useId()
  return (
    <fieldset aria-labelledby={id} className="grid min-w-0 gap-1.5">
      <span id={id} className="text-sm text-text2">
        Períodos de prospecção
      </span>
      <div className="flex flex-wrap gap-1">
        {quickRanges(new Date()).map(({ label, from, to }) => {
          const isOn = from === start && to === end
          return (
            <Button
              key={label}
              aria-pressed={isOn}
              onClick={() => (isOn ? onRange('', '') : onRange(from, to))}
              className="max-md:px-2.5 max-md:text-sm aria-pressed:border-brand aria-pressed:bg-brand-soft aria-pressed:text-brand"
            >
              {label}
            </Button>
          )
        })}
      </div>
    </fieldset>
  )
}
