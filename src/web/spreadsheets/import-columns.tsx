import {
  type ColumnReading,
  type ImportColumn,
  type ImportTarget,
  importTargetLabels,
  importTargets,
} from '#contract/spreadsheets/import.ts'
import { SelectField } from '#web/ui/fields/select-field.tsx'
import type { ImportOptions } from './api.ts'

interface ImportColumnsProps {
  columns: readonly ImportColumn[]
  isBusy: boolean
  onChange: (columns: NonNullable<ImportOptions['columns']>) => void
}

const readingLabels: Record<ColumnReading, string> = {
  br: '1.234,56 (Brasil)',
  us: '1,234.56 (EUA)',
  dmy: 'dia/mês/ano',
  mdy: 'mês/dia/ano',
}

const readingsOf = (target: ImportTarget | null): ColumnReading[] => {
  if (target === 'valorServico') return ['br', 'us']
  return target === 'dataProspeccao' || target === 'dataFechamento' ? ['dmy', 'mdy'] : []
}

/** What each column of the file becomes, with its first values. */
export const ImportColumns = ({ columns, isBusy, onChange }: ImportColumnsProps) => {
  const change = (changed: number, next: { target: ImportTarget | null; reading: ColumnReading | null }) =>
    onChange(
      columns.map(({ target, reading }, index) => {
        if (index === changed) return next
        // A field comes from one column: the other one gives it up.
        const isTaken = target !== null && target !== 'extra' && target === next.target
        return isTaken ? { target: null, reading: null } : { target, reading }
      }),
    )
  return (
    <section className="grid gap-3 border-border border-t pt-5">
      <h2 className="text-lg">Colunas</h2>
      <ul className="grid gap-2">
        {columns.map(({ heading, samples, target, reading, isProven }, index) => {
          const readings = readingsOf(target)
          return (
            <li
              // biome-ignore lint/suspicious/noArrayIndexKey: columns have no other identity
              key={index}
              className="grid items-center gap-x-4 gap-y-2 rounded-control border border-border bg-surface p-3 md:grid-cols-[1fr_15rem]"
            >
              <div className="min-w-0">
                <p className="break-words font-semibold">{heading}</p>
                <p className="truncate text-sm text-text3">{samples.length > 0 ? samples.join(' · ') : 'vazia'}</p>
                {readings.length > 0 && !isProven && (
                  <p className="text-sm text-text2">Lido como no Brasil; confira o formato.</p>
                )}
              </div>
              <div className="grid gap-2">
                <SelectField
                  label={`Campo da coluna ${heading}`}
                  hideLabel
                  value={target ?? ''}
                  disabled={isBusy}
                  onChange={event => {
                    const chosen = (event.target.value || null) as ImportTarget | null
                    change(index, { target: chosen, reading: readingsOf(chosen)[0] ?? null })
                  }}
                >
                  <option value="">Não importar</option>
                  {importTargets.map(name => (
                    <option key={name} value={name}>
                      {importTargetLabels[name]}
                    </option>
                  ))}
                </SelectField>
                {readings.length > 0 && (
                  <SelectField
                    label={`Formato da coluna ${heading}`}
                    hideLabel
                    value={reading ?? readings[0]}
                    disabled={isBusy}
                    onChange={event => change(index, { target, reading: event.target.value as ColumnReading })}
                  >
                    {readings.map(name => (
                      <option key={name} value={name}>
                        {readingLabels[name]}
                      </option>
                    ))}
                  </SelectField>
                )}
              </div>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
