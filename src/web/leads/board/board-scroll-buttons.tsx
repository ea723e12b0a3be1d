import { ChevronLeft, ChevronRight } from 'lucide-react'
import type { RefObject } from 'react'
import { IconButton } from '#web/ui/button.tsx'
import { scrollByColumn } from './board-columns.ts'

/** Scrolls the board without dragging (WCAG 2.5.7). Phones use the stage strip. */
export const BoardScrollButtons = ({ board }: { board: RefObject<HTMLElement | null> }) => {
  const scroll = (by: 1 | -1) => board.current && scrollByColumn(board.current, by)
  return (
    <div className="flex max-md:hidden">
      <IconButton label="Etapas anteriores" icon={<ChevronLeft />} onClick={() => scroll(-1)} />
      <IconButton label="Próximas etapas" icon={<ChevronRight />} onClick={() => scroll(1)} />
    </div>
  )
}
