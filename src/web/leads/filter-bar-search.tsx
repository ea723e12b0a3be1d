import { SearchField } from '#web/ui/search-field.tsx'
import { filterNow } from './lead-filters.ts'
import { useDraft } from './use-draft.ts'

/** A pause in the typing this long, and the leads follow. */
const pauseMs = 200
/** What the server takes. */
const maxLength = 100

const trimmed = (typed: string) => typed.trim()
const latest = () => filterNow('search')

interface FilterSearchProps {
  value: string
  onSearch: (search: string) => void
  className?: string
}

export const FilterSearch = ({ value, onSearch, className }: FilterSearchProps) => {
  const { draft, change, flush } = useDraft({ value, latest, onCommit: onSearch, delayMs: pauseMs, read: trimmed })
  return (
    <SearchField
      label="Buscar por nome, negócio ou email"
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
