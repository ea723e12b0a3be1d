import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine'
import { draggable, dropTargetForElements, monitorForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import { pointerOutsideOfPreview } from '@atlaskit/pragmatic-drag-and-drop/element/pointer-outside-of-preview'
import { setCustomNativeDragPreview } from '@atlaskit/pragmatic-drag-and-drop/element/set-custom-native-drag-preview'
import type { DragLocation } from '@atlaskit/pragmatic-drag-and-drop/types'
import type { Stage } from '#contract/leads/lead-status.ts'
import type { Lead } from '#contract/leads/leads.ts'
import { setCarrying } from '../../carrying.ts'
import { scrollNearEdges } from './auto-scroll.ts'
import type { CardDrag, DropTarget } from './card-drag.ts'
import { cardPreview } from './card-preview.ts'
import { type DropStrip, openDropStrip } from './drop-strip.ts'
import { isTouching } from './use-touch-drag.ts'

type Stop = () => void

export interface BoardDragOptions extends CardDrag {
  board: HTMLElement
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
  const prepare = (below: HTMLElement | null) => {
    if (!below || below === card) return
    cleanUp()
    card = below
    cleanUp = makeDraggable(below, leadOf)
  }
  const onPointer = ({ type, target, pointerType, buttons }: PointerEvent) => {
    if (pointerType === 'touch') return
    // A fast pointer reaches the next card before the browser starts to drag the pressed card.
    if (type === 'pointerdown' || buttons === 0) prepare((target as Element).closest<HTMLElement>('[data-card]'))
  }
  board.addEventListener('pointerover', onPointer)
  // A list that still scrolls passes on only the press.
  board.addEventListener('pointerdown', onPointer)
  // The pointer may have entered, and pressed, before this code loaded.
  prepare(board.querySelector('[data-card]:hover'))
  return () => {
    board.removeEventListener('pointerover', onPointer)
    board.removeEventListener('pointerdown', onPointer)
    cleanUp()
  }
}

const dropOn = (element: HTMLElement, on: DropTarget): Stop => {
  const leave = () => element.removeAttribute('data-over')
  return dropTargetForElements({
    element,
    getData: () => ({ on }),
    onDragEnter: () => element.setAttribute('data-over', ''),
    onDragLeave: leave,
    onDrop: leave,
  })
}

const dropOnColumn = (column: HTMLElement): Stop => dropOn(column, { stage: column.dataset.stage as Stage })

/** Monitors drops for the whole board, because the dragged card may unmount. */
const monitorDrops = ({ board, members, drop }: BoardDragOptions): Stop => {
  let strip: DropStrip | undefined
  let closeStrip: Stop = () => {}
  const openStrip = (clientY: number): void => {
    const opened = openDropStrip(board, members(), clientY)
    strip = opened
    closeStrip = combine(...opened.targets.map(({ element, on }) => dropOn(element, on)), () => {
      opened.close()
      strip = undefined
    })
  }
  let frame = 0
  const stop = (): void => {
    cancelAnimationFrame(frame)
    setCarrying(false)
    closeStrip()
    closeStrip = () => {}
  }
  let location: DragLocation | undefined
  const scroll = (): void => {
    if (!location) return
    const { input, dropTargets } = location
    scrollNearEdges(board, dropTargets[0]?.element ?? null, { x: input.clientX, y: input.clientY })
    frame = requestAnimationFrame(scroll)
  }
  const monitoring = monitorForElements({
    onDragStart: ({ location: { initial } }) => {
      location = initial
      // The frame of the start has enough to do: it also takes the picture of the card.
      frame = requestAnimationFrame(() => {
        setCarrying(true)
        openStrip(initial.input.clientY)
        scroll()
      })
    },
    onDrag: ({ location: { current } }) => {
      location = current
      strip?.follow(current.input.clientY)
    },
    onDrop: ({ source, location: { current } }) => {
      stop()
      const lead = source.data.lead as Lead | undefined
      const on = current.dropTargets[0]?.data.on as DropTarget | undefined
      if (lead && on) drop(lead, on)
    },
  })
  return () => {
    monitoring()
    stop()
  }
}

/** Makes cards draggable between columns. Returns the cleanup function. */
export const startBoardDrag = (options: BoardDragOptions): Stop =>
  combine(
    dragBelowPointer(options),
    ...[...options.board.querySelectorAll<HTMLElement>('[data-stage]')].map(dropOnColumn),
    monitorDrops(options),
  )
