import { type RefObject, type TouchEvent, useCallback, useEffect, useRef, useState } from 'react'
import { type Stage, stageOf } from '#contract/lead-status.ts'
import type { Lead } from '#contract/leads.ts'
import { type BoardState, findLeadOnBoard } from '../../board-state.ts'

// Asked for together with the first leads, and only where there are fingers.
let touchDrag: typeof import('./touch-drag.ts') | undefined
const loadTouchDrag = async (): Promise<void> => {
  touchDrag ??= await import('./touch-drag.ts').catch(() => undefined)
}
if (navigator.maxTouchPoints > 0) void loadTouchDrag()

let touching = false
/** Whether a finger is on a card: the browser's own drag must not start beside ours. */
export const isTouching = (): boolean => touching

/** Cards carried by finger. */
export const useTouchDrag = (
  columns: BoardState,
  scroller: RefObject<HTMLElement | null>,
  move: (lead: Lead, to: Stage) => void,
) => {
  const [heldId, setHeldId] = useState<string | null>(null)
  const latest = useRef({ columns, move })
  useEffect(() => {
    latest.current = { columns, move }
  })

  const onTouchStart = useCallback(
    (event: TouchEvent) => {
      const card = (event.target as Element).closest<HTMLElement>('[data-card]')
      const board = scroller.current
      if (!card || !board) return
      // A mouse's machine that is touched after all, or one that was offline before.
      if (!touchDrag) return void loadTouchDrag()
      // As it is seen when it is picked up, whatever is heard of it on the way.
      const lead = findLeadOnBoard(latest.current.columns, card.dataset.card ?? '')?.lead
      touching = true
      touchDrag.startTouchDrag(event, {
        card,
        board,
        onLift: () => setHeldId(card.dataset.card ?? null),
        onEnd: to => {
          touching = false
          setHeldId(null)
          if (to && lead && stageOf(lead.status) !== to) latest.current.move(lead, to)
        },
      })
    },
    [scroller],
  )
  return { heldId, onTouchStart }
}
