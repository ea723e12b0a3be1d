import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine'
import { draggable, dropTargetForElements, monitorForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import { pointerOutsideOfPreview } from '@atlaskit/pragmatic-drag-and-drop/element/pointer-outside-of-preview'
import { setCustomNativeDragPreview } from '@atlaskit/pragmatic-drag-and-drop/element/set-custom-native-drag-preview'
import { autoScrollForElements } from '@atlaskit/pragmatic-drag-and-drop-auto-scroll/element'
import { type Stage, stageOf } from '#contract/lead-status.ts'
import type { Lead } from '#contract/leads.ts'
import { cardPreview } from './card-preview.ts'
import { isTouching } from './use-touch-drag.ts'

type Stop = () => void

export interface BoardDragOptions {
  board: HTMLElement
  leadOf: (id: string) => Lead | undefined
  move: (lead: Lead, to: Stage) => void
}

/** Handles mouse and pen. The board monitors drops, because the card may unmount. */
const makeDraggable = (card: HTMLElement, leadOf: BoardDragOptions['leadOf']): Stop =>
  draggable({
    element: card,
    canDrag: () => !isTouching(),
    getInitialData: () => ({ lead: leadOf(card.dataset.card ?? '') }),
    onGenerateDragPreview: ({ nativeSetDragImage }) =>
      setCustomNativeDragPreview({
        nativeSetDragImage,
        getOffset: pointerOutsideOfPreview({ x: '-24px', y: '-16px' }),
        render: ({ container }) => container.append(cardPreview(card)),
      }),
    onDragStart: () => card.setAttribute('data-lifted', ''),
    onDrop: () => card.removeAttribute('data-lifted'),
  })

/** Registers only the card below the pointer, because scrolling mounts and unmounts dozens of cards. */
const dragBelowPointer = ({ board, leadOf }: BoardDragOptions): Stop => {
  let card: HTMLElement | null = null
  let cleanUp: Stop = () => {}
  const prepare = ({ target, pointerType }: PointerEvent) => {
    const below = (target as Element).closest<HTMLElement>('[data-card]')
    if (pointerType === 'touch' || !below || below === card) return
    cleanUp()
    card = below
    cleanUp = makeDraggable(below, leadOf)
  }
  board.addEventListener('pointerover', prepare)
  // The pointer may have entered before this code loaded.
  board.addEventListener('pointerdown', prepare)
  return () => {
    board.removeEventListener('pointerover', prepare)
    board.removeEventListener('pointerdown', prepare)
    cleanUp()
  }
}

const dropOnColumn = (column: HTMLElement): Stop => {
  const leave = () => column.removeAttribute('data-over')
  const list = column.querySelector('[data-list]')
  return combine(
    dropTargetForElements({
      element: column,
      getData: () => ({ status: column.dataset.stage }),
      onDragEnter: () => column.setAttribute('data-over', ''),
      onDragLeave: leave,
      onDrop: leave,
    }),
    list ? autoScrollForElements({ element: list }) : leave,
  )
}

/**
 * Monitors drops for the whole board, because the dragged card may unmount. Ignores a drop on the lead's own column.
 */
const monitorDrops = ({ board, move }: BoardDragOptions): Stop =>
  monitorForElements({
    onDragStart: () => board.setAttribute('data-carrying', ''),
    onDrop: ({ source, location }) => {
      board.removeAttribute('data-carrying')
      const lead = source.data.lead as Lead | undefined
      const to = location.current.dropTargets[0]?.data.status as Stage | undefined
      if (lead && to && stageOf(lead.status) !== to) move(lead, to)
    },
  })

/** Makes cards draggable between columns. Returns the cleanup function. */
export const startBoardDrag = (options: BoardDragOptions): Stop =>
  combine(
    dragBelowPointer(options),
    ...[...options.board.querySelectorAll<HTMLElement>('[data-stage]')].map(dropOnColumn),
    autoScrollForElements({ element: options.board }),
    monitorDrops(options),
  )
