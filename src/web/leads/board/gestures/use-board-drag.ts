import { type RefObject, useEffect, useRef } from 'react'
import { type Stage, stageOf } from '#contract/leads/lead-status.ts'
import type { Lead } from '#contract/leads/leads.ts'
import { type BoardState, findLeadOnBoard } from '../../board-state.ts'
import type { BoardDragOptions } from './board-drag.ts'
import { startPlainDrag } from './plain-drag.ts'

// Loads after the first cards, because dragging needs cards.
const load = () => import('./board-drag.ts')

/** Enables dragging cards by mouse and pen. Until its code has loaded, the browser's own drag does the move. */
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
    const options: BoardDragOptions = {
      board,
      leadOf: id => findLeadOnBoard(latest.current, id)?.lead,
      drop: (lead, to) => {
        if (stageOf(lead.status) !== to) move(lead, to)
      },
    }
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
  }, [scroller, move])
}
