import { type RefObject, type TouchEvent, useCallback, useEffect, useRef, useState } from 'react'
import { type Stage, stageOf } from '#contract/leads/lead-status.ts'
import type { Lead } from '#contract/leads/leads.ts'
import { type BoardState, findLeadOnBoard } from '../../board-state.ts'

// Loads with the first leads, on touch devices only.
let touchDrag: typeof import('./touch-drag.ts') | undefined
const loadTouchDrag = async (): Promise<void> => {
  touchDrag ??= await import('./touch-drag.ts').catch(() => undefined)
}
if (navigator.maxTouchPoints > 0) void loadTouchDrag()

let touching = false
/** Returns whether a finger touches a card. Native drag must not start then. */
export const isTouching = (): boolean => touching

interface TouchActions {
  move: (lead: Lead, to: Stage) => void
  /** Called for a card that was held and let go in its place. */
  toggle?: ((lead: Lead) => void) | undefined
}

/** Enables dragging cards by touch. */
export const useTouchDrag = (
  columns: BoardState,
  scroller: RefObject<HTMLElement | null>,
  { move, toggle }: TouchActions,
) => {
  const [heldId, setHeldId] = useState<string | null>(null)
  const latest = useRef({ columns, move, toggle })
  useEffect(() => {
    latest.current = { columns, move, toggle }
  })

  const onTouchStart = useCallback(
    (event: TouchEvent) => {
      const card = (event.target as Element).closest<HTMLElement>('[data-card]')
      const board = scroller.current
      if (!card || !board) return
      const start = () => {
        // Uses the lead as of the lift, whatever updates arrive during the drag.
        const lead = findLeadOnBoard(latest.current.columns, card.dataset.card ?? '')?.lead
        touching = true
        touchDrag?.startTouchDrag(event, {
          card,
          board,
          onLift: () => setHeldId(card.dataset.card ?? null),
          onHold: () => lead && latest.current.toggle?.(lead),
          onEnd: to => {
            touching = false
            setHeldId(null)
            if (to && lead && stageOf(lead.status) !== to) latest.current.move(lead, to)
          },
        })
      }
      if (touchDrag) return start()
      // A finger that still rests on the card when the code has loaded lifts it. A swipe cancels its pointer.
      const released = new AbortController()
      const { signal } = released
      const release = () => released.abort()
      addEventListener('pointerup', release, { signal })
      addEventListener('pointercancel', release, { signal })
      // The browser's menu for a long press would end the touch.
      addEventListener('contextmenu', opened => opened.preventDefault(), { signal })
      void loadTouchDrag().then(() => touchDrag && !signal.aborted && start())
    },
    [scroller],
  )
  return { heldId, onTouchStart }
}
