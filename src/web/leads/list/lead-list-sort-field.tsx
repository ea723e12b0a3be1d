import type { LeadSort } from '#contract/leads/leads.ts'
import { SelectField } from '#web/ui/fields/select-field.tsx'
import type { RowsProps } from './lead-list-row.tsx'
import { sortLabels } from './lead-list-sort.ts'

/** Shows the current sort order, which may be that of no column, and every other one. */
export const SortField = ({ sort, onSort }: Pick<RowsProps, 'sort' | 'onSort'>) => (
  <SelectField
    label="Ordenar por"
    value={sort}
    onChange={event => onSort(event.target.value as LeadSort)}
    className="md:flex md:items-center md:justify-self-end"
  >
    {Object.entries(sortLabels).map(([value, label]) => (
      <option key={value} value={value}>
        {label}
      </option>
    ))}
  </SelectField>
)
