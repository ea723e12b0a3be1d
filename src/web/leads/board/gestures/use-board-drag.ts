import { type RefObject, useEffect } from 'react'
import type { CardDrag } from './card-drag.ts'
import { startPlainDrag } from './plain-drag.ts'

// Loads after the first cards, because dragging needs cards.
const load = () => import('./board-drag.ts')

/** Enables dragging cards by mouse and pen. Until its code has loaded, the browser's own drag does the move. */
export const useBoardDrag = (drag: CardDrag, scroller: RefObject<HTMLElement | null>): void => {
  useEffect(() => {
    const board = scroller.current
    if (!board) return
    const options = { ...drag, board }
    let stop: (() => void) | undefined
    let isOver = false
    const start = async () => {
      const { startBoardDrag } = await load()
      if (!isOver) stop ??= startBoardDrag(options)
    }
    /** Retries a failed load. */
    const isLoaded = () => {
      if (!stop) start().catch(() => {})
      return stop !== undefined
    }
    isLoaded()
    const stopPlainDrag = startPlainDrag(options, isLoaded)
    return () => {
      isOver = true
      stopPlainDrag()
      stop?.()
    }
  }, [scroller, drag])
}
