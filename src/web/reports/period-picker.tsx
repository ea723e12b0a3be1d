import { addMonths, formatMonth, listMonths, monthOf } from '#contract/reports/report-months.ts'
import { defaultPeriod, maxMonths } from '#contract/reports/reports.ts'
import { toLocalDate } from '#contract/values/dates.ts'
import { Button } from '#web/ui/button.tsx'
import { SelectField } from '#web/ui/fields/select-field.tsx'
import type { Period } from './api.ts'

interface PeriodPickerProps extends Period {
  onPeriod: (period: Period) => void
}

const presets = (today: string): (Period & { label: string })[] => {
  const current = monthOf(today)
  const year = current.slice(0, 4)
  const lastYear = String(Number(year) - 1)
  return [
    { label: 'Este mês', from: current, to: current },
    { label: 'Mês passado', from: addMonths(current, -1), to: addMonths(current, -1) },
    { label: 'Últimos 12 meses', ...defaultPeriod(today) },
    { label: 'Este ano', from: `${year}-01`, to: current },
    { label: 'Ano passado', from: `${lastYear}-01`, to: `${lastYear}-12` },
  ]
}

/** Chooses whole months. The end follows a start that is later. */
export const PeriodPicker = ({ from, to, onPeriod }: PeriodPickerProps) => {
  const today = toLocalDate(new Date())
  const current = monthOf(today)
  const choices = listMonths(addMonths(current, 1 - maxMonths), current).toReversed()
  const field = (label: string, value: string, onMonth: (month: string) => void) => (
    <SelectField label={label} value={value} onChange={event => onMonth(event.target.value)} className="w-32">
      {[...new Set([value, ...choices])].map(month => (
        <option key={month} value={month}>
          {formatMonth(month)}
        </option>
      ))}
    </SelectField>
  )
  return (
    <fieldset className="flex min-w-0 flex-wrap items-end gap-2">
      <legend className="sr-only">Período do relatório</legend>
      {field('De', from, month => onPeriod({ from: month, to: month > to ? month : to }))}
      {field('Até', to, month => onPeriod({ from: month < from ? month : from, to: month }))}
      <div className="flex flex-wrap gap-1">
        {presets(today).map(({ label, ...period }) => (
          <Button
            key={label}
            aria-pressed={period.from === from && period.to === to}
            onClick={() => onPeriod(period)}
            className="max-md:px-2.5 max-md:text-sm aria-pressed:border-brand aria-pressed:bg-brand-soft aria-pressed:text-brand"
          >
            {label}
          </Button>
        ))}
      </div>
    </fieldset>
  )
}
