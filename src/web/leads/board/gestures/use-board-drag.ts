import { type RefObject, useEffect, useRef } from 'react'
import type { Stage } from '#contract/lead-status.ts'
import type { Lead } from '#contract/leads.ts'
import { toast } from '#web/ui/toasts/toast.tsx'
import { type BoardState, findLeadOnBoard } from '../../board-state.ts'

// Loads after the first cards, because dragging needs cards.
const load = () => import('./board-drag.ts')

const notifyDragUnavailable = () =>
  toast.error({
    id: 'board-drag',
    title: 'Não é possível arrastar agora',
    description: 'Uma parte da página não carregou. Mova pelo menu ⋯ do card ou recarregue a página.',
    action: { label: 'Recarregar a página', onClick: () => location.reload() },
  })

/** Enables dragging cards by mouse and pen. */
export const useBoardDrag = (
  columns: BoardState,
  scroller: RefObject<HTMLElement | null>,
  move: (lead: Lead, to: Stage) => void,
): void => {
  const latest = useRef(columns)
  useEffect(() => {
    latest.current = columns
  })

  useEffect(() => {
    const board = scroller.current
    if (!board) return
    const leadOf = (id: string) => findLeadOnBoard(latest.current, id)?.lead
    let stop: (() => void) | undefined
    let isOver = false
    const start = async () => {
      const { startBoardDrag } = await load()
      if (!isOver) stop = startBoardDrag({ board, leadOf, move })
    }
    const startAgain = () => start().catch(notifyDragUnavailable)
    start().catch(() => board.addEventListener('pointerdown', startAgain, { once: true }))
    return () => {
      isOver = true
      board.removeEventListener('pointerdown', startAgain)
      stop?.()
    }
  }, [scroller, move])
}
