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

/** Mouse and pen. Only the source is told: what happens on the way and at the drop is heard by the board. */
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

/** Only the card below the pointer can be dragged: cards come and go by the dozen while a column scrolls. */
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
  // The pointer may have been there first.
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
 * Hears every drop on the board in one place: the dragged card may be unmounted by then and hears nothing itself.
 * A drop on the lead's own column is none.
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

/** Lets cards be dragged from column to column. Returns how to stop. */
export const startBoardDrag = (options: BoardDragOptions): Stop =>
  combine(
    dragBelowPointer(options),
    ...[...options.board.querySelectorAll<HTMLElement>('[data-stage]')].map(dropOnColumn),
    autoScrollForElements({ element: options.board }),
    monitorDrops(options),
  )
