import { useSearchParams } from 'react-router'
import { useDraft } from '#web/leads/use-draft.ts'
import { SearchField } from '#web/ui/search-field.tsx'

const pauseMs = 300
const trimmed = (typed: string) => typed.trim()

interface PanelSearchProps {
  label: string
  placeholder: string
  maxLength: number
  /** What an address searches for. */
  read: (parameters: URLSearchParams) => string
  onSearch: (text: string) => void
  className?: string
}

/** A search box that is followed once the typing pauses. */
export const PanelSearch = ({ read, onSearch, ...field }: PanelSearchProps) => {
  const [parameters] = useSearchParams()
  const { draft, change, flush } = useDraft({
    value: read(parameters),
    latest: () => read(new URLSearchParams(location.search)),
    onCommit: onSearch,
    delayMs: pauseMs,
    read: trimmed,
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
