import clsx from 'clsx'
import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#web/ui/button.tsx'

/** Opens automatically when a date is set, also by Back or a link. A user's choice to close takes precedence. */
export const useDatesOpen = (dates: number) => {
  const [isOpen, setOpen] = useState(dates > 0)
  const [before, setBefore] = useState(dates)
  if (dates !== before) {
    setBefore(dates)
    if (before === 0) setOpen(true)
  }
  return [isOpen, setOpen] as const
}

interface DatesToggleProps {
  /** Number of dates that are set. */
  count: number
  isOpen: boolean
  /** Id of the element that opens. */
  controls: string
  onToggle: () => void
}

export const DatesToggle = ({ count, isOpen, controls, onToggle }: DatesToggleProps) => (
  <Button aria-expanded={isOpen} aria-controls={controls} onClick={onToggle}>
    Filtros Avançados
    {count > 0 && (
      <span className="rounded-chip bg-brand-soft px-1.5 text-brand text-sm tabular-nums">
        {count}
        <span className="sr-only">{count === 1 ? ' data definida' : ' datas definidas'}</span>
      </span>
    )}
    <ChevronDown aria-hidden="true" className={clsx('transition-transform max-sm:hidden', isOpen && 'rotate-180')} />
  </Button>
)
