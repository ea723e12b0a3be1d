import clsx from 'clsx'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { statusLabels } from '#contract/leads/lead-status.ts'
import { formatCount } from '#contract/values/numbers.ts'
import { StageIcon } from '#web/lead-display/stage-icon.tsx'
import { scrollToMiddle } from '#web/lib/window/scroll-to-middle.ts'
import type { BoardState } from '../board-state.ts'
import { columnInView, scrollToColumn } from './board-columns.ts'

const useColumnInView = (board: RefObject<HTMLElement | null>): number => {
  const [inView, setInView] = useState(0)
  useEffect(() => {
    const element = board.current
    if (!element) return
    const update = () => setInView(columnInView(element))
    update()
    element.addEventListener('scroll', update, { passive: true })
    return () => element.removeEventListener('scroll', update)
  }, [board])
  return inView
}

interface StageStripProps {
  columns: BoardState
  board: RefObject<HTMLElement | null>
}

/** Shows the current column on phones and switches to any other. */
export default function StageStrip({ columns, board }: StageStripProps) {
  const inView = useColumnInView(board)
  const strip = useRef<HTMLElement>(null)
  useEffect(() => {
    if (strip.current) scrollToMiddle(strip.current, inView)
  }, [inView])

  return (
    <nav
      ref={strip}
      aria-label="Etapas"
      className="relative -my-1.5 flex flex-none gap-1 overflow-x-auto overscroll-x-contain px-4 [scrollbar-width:none]"
    >
      {columns.map(({ status, total }, index) => (
        <button
          key={status}
          type="button"
          aria-current={index === inView ? 'true' : undefined}
          onClick={() => board.current && scrollToColumn(board.current, index)}
          className={clsx(
            'flex min-h-control min-w-control flex-none items-center justify-center gap-1.5 max-w-[calc(100vw-2rem)] whitespace-nowrap rounded-control px-2.5 text-sm -outline-offset-2',
            index === inView ? 'bg-hover font-medium text-text' : 'text-text2',
          )}
        >
          <StageIcon status={status} />
          <span className="truncate">{statusLabels[status]}</span>
          <span className="tabular-nums">{formatCount(total)}</span>
        </button>
      ))}
    </nav>
  )
}
