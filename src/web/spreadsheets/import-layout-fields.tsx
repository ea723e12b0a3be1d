import type { Encoding, Import, Separator } from '#contract/spreadsheets/import.ts'
import { SelectField } from '#web/ui/fields/select-field.tsx'
import type { ImportOptions } from './api.ts'

const encodingLabels: Record<Encoding, string> = {
  'utf-8': 'UTF-8',
  'windows-1252': 'Windows (Excel antigo)',
  'utf-16le': 'UTF-16',
  'utf-16be': 'UTF-16 (big endian)',
}
const separatorLabels: Record<Separator, string> = {
  ';': 'Ponto e vírgula (;)',
  ',': 'Vírgula (,)',
  '\t': 'Tabulação',
  '|': 'Barra (|)',
}

const maxHeaderRows = 20

interface ImportLayoutFieldsProps {
  current: Import
  isBusy: boolean
  onChange: (layout: NonNullable<ImportOptions['layout']>) => void
}

const optionsOf = (labels: Record<string, string>) =>
  Object.entries(labels).map(([value, label]) => (
    <option key={value} value={value}>
      {label}
    </option>
  ))

/** What was found about the file; each choice reads it again. */
export const ImportLayoutFields = ({ current: { layout, sheets }, isBusy, onChange }: ImportLayoutFieldsProps) => {
  if (!layout) return null
  const { encoding, separator, sheet, headerRow } = layout
  return (
    <section aria-label="Como o arquivo foi lido" className="grid gap-3 md:grid-cols-3">
      {encoding && (
        <SelectField
          label="Acentos (codificação)"
          value={encoding}
          disabled={isBusy}
          onChange={({ target }) => onChange({ encoding: target.value as Encoding })}
        >
          {optionsOf(encodingLabels)}
        </SelectField>
      )}
      {separator && (
        <SelectField
          label="Separador"
          value={separator}
          disabled={isBusy}
          onChange={({ target }) => onChange({ separator: target.value as Separator })}
        >
          {optionsOf(separatorLabels)}
        </SelectField>
      )}
      {sheet !== null && sheets.length > 1 && (
        <SelectField
          label="Aba"
          value={sheet}
          disabled={isBusy}
          onChange={({ target }) => onChange({ sheet: target.value })}
        >
          {sheets.map(name => (
            <option key={name}>{name}</option>
          ))}
        </SelectField>
      )}
      <SelectField
        label="Títulos das colunas"
        value={Math.max(headerRow, 0)}
        disabled={isBusy}
        onChange={({ target }) => onChange({ headerRow: Number(target.value) })}
      >
        <option value={0}>O arquivo não tem títulos</option>
        {Array.from({ length: Math.max(maxHeaderRows, headerRow) }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the row number is the identity
          <option key={index} value={index + 1}>
            Na linha {index + 1}
          </option>
        ))}
      </SelectField>
    </section>
  )
}
