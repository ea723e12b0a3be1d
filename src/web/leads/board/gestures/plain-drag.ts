import type { Stage } from '#contract/leads/lead-status.ts'
import type { BoardDragOptions } from './board-drag.ts'

const dataType = 'application/x-lead'

const closest = ({ target }: Event, selector: string) => (target as Element).closest<HTMLElement>(selector)

/**
 * Moves cards by the browser's own drag until the drag code has loaded. The drag data names the lead, so that a drag
 * that began before ends as well. Returns the cleanup function.
 */
export const startPlainDrag = ({ board, leadOf, drop }: BoardDragOptions, isLoaded: () => boolean): (() => void) => {
  const listeners = new AbortController()
  const { signal } = listeners
  const onPointerDown = (event: PointerEvent) => {
    const card = closest(event, '[data-card]')
    if (card && event.pointerType !== 'touch' && !isLoaded()) card.draggable = true
  }
  const onDragStart = (event: DragEvent) => {
    const card = closest(event, '[data-card]')
    if (card && !isLoaded()) event.dataTransfer?.setData(dataType, card.dataset.card ?? '')
  }
  const onDragOver = (event: DragEvent) => {
    if (event.dataTransfer?.types.includes(dataType)) event.preventDefault()
  }
  const onDrop = (event: DragEvent) => {
    const lead = leadOf(event.dataTransfer?.getData(dataType) ?? '')
    const column = closest(event, '[data-stage]')
    if (!lead || !column) return
    event.preventDefault()
    drop(lead, { stage: column.dataset.stage as Stage })
  }
  board.addEventListener('pointerdown', onPointerDown, { signal })
  board.addEventListener('dragstart', onDragStart, { signal })
  board.addEventListener('dragover', onDragOver, { signal })
  board.addEventListener('drop', onDrop, { signal })
  return () => listeners.abort()
}
