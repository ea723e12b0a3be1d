import type { RefObject } from 'react'
import type { BoardState } from '../board-state.ts'
import type { BoardActions } from './board-actions.ts'
import { useBoardDrag } from './gestures/use-board-drag.ts'
import { useBoardPan } from './gestures/use-board-pan.ts'
import { useTouchDrag } from './gestures/use-touch-drag.ts'
import { useBoardKeys } from './use-board-keys.ts'

/** Enables mouse, touch and keyboard on a board. `surface` has the props of the element that scrolls. */
export const useBoardGestures = (
  columns: BoardState,
  scroller: RefObject<HTMLDivElement | null>,
  actions: BoardActions,
  openHelp: () => void,
) => {
  const { onKeyDown, onFocus, onBlur, tabStops, stay } = useBoardKeys(columns, scroller, actions, openHelp)
  const { onPointerDown } = useBoardPan(scroller)
  const { onTouchStart, heldId } = useTouchDrag(columns, scroller, actions)
  useBoardDrag(columns, scroller, actions.move)
  const surface = { ref: scroller, 'data-board': '', onKeyDown, onFocus, onBlur, onPointerDown, onTouchStart }
  return { surface, tabStops, heldId, stay }
}
