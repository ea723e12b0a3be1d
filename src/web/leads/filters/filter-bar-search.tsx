import { useDebouncedInput } from '#web/forms/use-debounced-input.ts'
import { SearchField } from '#web/ui/fields/search-field.tsx'
import { readCurrentFilter } from './lead-filters.ts'

const debounceMs = 200
/** Limit of the server. */
const maxLength = 100

const trimmed = (typed: string) => typed.trim()
const readCurrent = () => readCurrentFilter('search')

interface FilterSearchProps {
  value: string
  onSearch: (search: string) => void
  className?: string
}

export const FilterSearch = ({ value, onSearch, className }: FilterSearchProps) => {
  const { draft, change, flush } = useDebouncedInput({
    value,
    readCurrent,
    onCommit: onSearch,
    delayMs: debounceMs,
    parse: trimmed,
  })
  return (
    <SearchField
      label="Buscar por nome, negócio ou e-mail"
      placeholder="Buscar por nome, negócio ou email..."
      maxLength={maxLength}
      value={draft}
      onValue={change}
      onBlur={flush}
      onKeyDown={event => {
        if (event.key === 'Enter') flush()
      }}
      {...(className && { className })}
    />
  )
}
