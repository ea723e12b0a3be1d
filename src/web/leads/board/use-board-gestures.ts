import { type RefObject, useEffect, useMemo, useRef } from 'react'
import { stageOf } from '#contract/leads/lead-status.ts'
import { type BoardState, findLeadOnBoard } from '../board-state.ts'
import type { BoardActions } from './board-actions.ts'
import type { CardDrag } from './gestures/card-drag.ts'
import { useBoardDrag } from './gestures/use-board-drag.ts'
import { useBoardPan } from './gestures/use-board-pan.ts'
import { useTouchDrag } from './gestures/use-touch-drag.ts'
import type { Assigning } from './use-assigning.ts'
import { useBoardKeys } from './use-board-keys.ts'

/**
 * Enables mouse, touch and keyboard on a board. `surface` has the props of the element that scrolls. With `assigning`, cards can
 * be dropped on members.
 */
export const useBoardGestures = (
  columns: BoardState,
  scroller: RefObject<HTMLDivElement | null>,
  actions: BoardActions,
  openHelp: () => void,
  assigning?: Assigning,
) => {
  const latest = useRef({ columns, assigning })
  useEffect(() => {
    latest.current = { columns, assigning }
  })
  const { move, toggle } = actions
  const drag = useMemo<CardDrag>(
    () => ({
      leadOf: id => findLeadOnBoard(latest.current.columns, id)?.lead,
      members: () => latest.current.assigning?.names,
      drop: (lead, on) => {
        if ('stage' in on) {
          if (stageOf(lead.status) !== on.stage) move(lead, on.stage)
        } else if (lead.userId !== on.userId) latest.current.assigning?.assign(lead, on.userId)
      },
    }),
    [move],
  )
  const { onKeyDown, onFocus, onBlur, tabStops, stay } = useBoardKeys(columns, scroller, actions, openHelp)
  const { onPointerDown } = useBoardPan(scroller)
  const { onTouchStart, heldId } = useTouchDrag(drag, scroller, toggle)
  useBoardDrag(drag, scroller)
  const surface = { ref: scroller, 'data-board': '', onKeyDown, onFocus, onBlur, onPointerDown, onTouchStart }
  return { surface, tabStops, heldId, stay }
}
