import { type RefObject, type TouchEvent, useCallback, useEffect, useRef, useState } from 'react'
import type { Lead } from '#contract/leads/leads.ts'
import type { CardDrag } from './card-drag.ts'

// Loads with the first leads, on touch devices only.
let touchDrag: typeof import('./touch-drag.ts') | undefined
const loadTouchDrag = async (): Promise<void> => {
  touchDrag ??= await import('./touch-drag.ts').catch(() => undefined)
}
if (navigator.maxTouchPoints > 0) void loadTouchDrag()

let touching = false
/** Returns whether a finger touches a card. Native drag must not start then. */
export const isTouching = (): boolean => touching

/** Enables dragging cards by touch. `toggle` is called for a card that was held and let go in its place. */
export const useTouchDrag = (
  { leadOf, members, drop }: CardDrag,
  scroller: RefObject<HTMLElement | null>,
  toggle: ((lead: Lead) => void) | undefined,
) => {
  const [heldId, setHeldId] = useState<string | null>(null)
  const latest = useRef(toggle)
  useEffect(() => {
    latest.current = toggle
  })

  const onTouchStart = useCallback(
    (event: TouchEvent) => {
      const card = (event.target as Element).closest<HTMLElement>('[data-card]')
      const board = scroller.current
      if (!card || !board) return
      const start = () => {
        // Uses the lead as of the lift, whatever updates arrive during the drag.
        const lead = leadOf(card.dataset.card ?? '')
        touching = true
        touchDrag?.startTouchDrag(event, {
          card,
          board,
          members,
          onLift: () => setHeldId(card.dataset.card ?? null),
          onHold: () => lead && latest.current?.(lead),
          onEnd: on => {
            touching = false
            setHeldId(null)
            if (on && lead) drop(lead, on)
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
    [scroller, leadOf, members, drop],
  )
  return { heldId, onTouchStart }
}
