import { useId, useRef } from 'react'
import { type Day, DayInput } from '#contract/dates.ts'
import type { LeadFilters } from '#contract/leads.ts'
import { Button } from '#web/ui/button.tsx'
import { DateField } from '#web/ui/date-field.tsx'
import { endsBeforeStart, type FilterChanges } from './lead-filters.ts'
import { quickRanges } from './quick-ranges.ts'
import { useDraft } from './use-draft.ts'

interface FilterDatesProps {
  filters: LeadFilters
  onChange: (changes: FilterChanges) => void
}

export const FilterDates = ({ filters, onChange }: FilterDatesProps) => {
  const { dataProspeccaoInicio, dataProspeccaoFim, dataFechamentoInicio, dataFechamentoFim } = filters
  return (
    <div className="flex flex-wrap items-start gap-x-6 gap-y-4">
      <Period
        name="Prospecção"
        start={dataProspeccaoInicio}
        end={dataProspeccaoFim}
        onStart={day => onChange({ dataProspeccaoInicio: day })}
        onEnd={day => onChange({ dataProspeccaoFim: day })}
      />
      <QuickRanges
        start={dataProspeccaoInicio}
        end={dataProspeccaoFim}
        onRange={(from, to) => onChange({ dataProspeccaoInicio: from, dataProspeccaoFim: to })}
      />
      <Period
        name="Fechamento"
        start={dataFechamentoInicio}
        end={dataFechamentoFim}
        onStart={day => onChange({ dataFechamentoInicio: day })}
        onEnd={day => onChange({ dataFechamentoFim: day })}
      />
    </div>
  )
}

interface PeriodProps {
  name: string
  start: Day | undefined
  end: Day | undefined
  onStart: (day: Day) => void
  onEnd: (day: Day) => void
}

const Period = ({ name, start, end, onStart, onEnd }: PeriodProps) => (
  <div className="grid min-w-0 grid-cols-2 gap-2 max-md:w-full md:grid-cols-[9.5rem_9.5rem]">
    <DateFilter label={`${name} de`} value={start} onDay={onStart} />
    <DateFilter
      label={`${name} até`}
      value={end}
      onDay={onEnd}
      error={endsBeforeStart(start, end) ? 'Esta data vem antes da inicial.' : undefined}
    />
  </div>
)

/** Typing a year passes through the years 2, 20 and 202, and a half typed date is empty: neither is a filter. */
const pauseMs = 400

interface DateFilterProps {
  label: string
  value: Day | undefined
  onDay: (day: Day) => void
  error?: string | undefined
}

const DateFilter = ({ label, value, onDay, error }: DateFilterProps) => {
  const box = useRef<HTMLInputElement>(null)
  const read = (typed: string): string | undefined => {
    if (box.current?.validity.badInput) return undefined
    return typed === '' || DayInput.safeParse(typed).success ? typed : undefined
  }
  const { draft, change, flush } = useDraft({ value: value ?? '', onCommit: onDay, delayMs: pauseMs, read })
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
  start: Day | undefined
  end: Day | undefined
  onRange: (from: Day, to: Day) => void
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
              className="aria-pressed:border-brand aria-pressed:bg-brand-soft aria-pressed:text-brand"
            >
              {label}
            </Button>
          )
        })}
      </div>
    </fieldset>
  )
}
