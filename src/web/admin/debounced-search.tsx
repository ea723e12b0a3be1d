import { useSearchParams } from 'react-router'
import { useDebouncedInput } from '#web/forms/use-debounced-input.ts'
import { SearchField } from '#web/ui/fields/search-field.tsx'

const debounceMs = 300
const trimmed = (typed: string) => typed.trim()

interface DebouncedSearchProps {
  label: string
  placeholder: string
  maxLength: number
  /** Reads the search text from the query string. */
  read: (parameters: URLSearchParams) => string
  onSearch: (text: string) => void
  className?: string
}

/** Search box that applies its text after a pause in typing. */
export const DebouncedSearch = ({ read, onSearch, ...field }: DebouncedSearchProps) => {
  const [parameters] = useSearchParams()
  const { draft, change, flush } = useDebouncedInput({
    value: read(parameters),
    readCurrent: () => read(new URLSearchParams(location.search)),
    onCommit: onSearch,
    delayMs: debounceMs,
    parse: trimmed,
  })
  return (
    <SearchField
      {...field}
      value={draft}
      onValue={change}
      onBlur={flush}
      onKeyDown={event => {
        if (event.key === 'Enter') flush()
      }}
    />
  )
}
