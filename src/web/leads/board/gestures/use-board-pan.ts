import { type PointerEvent, type RefObject, useCallback } from 'react'

/** How much faster than the pointer the board moves (specification, section 9). */
const factor = 1.2

/** Dragging the empty board with the mouse scrolls it sideways. Cards and controls keep their own gestures. */
export const useBoardPan = (scroller: RefObject<HTMLElement | null>) => {
  const onPointerDown = useCallback(
    (event: PointerEvent) => {
      const board = scroller.current
      const target = event.target as Element
      if (!board || event.pointerType !== 'mouse' || event.button !== 0) return
      if (target.closest('[data-card], button, a, input') || isScrollbar(event)) return
      const startX = event.clientX
      const startLeft = board.scrollLeft
      const pan = (moved: globalThis.PointerEvent) => {
        board.scrollLeft = startLeft - (moved.clientX - startX) * factor
      }
      const end = () => {
        board.removeEventListener('pointermove', pan)
        board.classList.remove('select-none', 'cursor-grabbing')
      }
      board.setPointerCapture(event.pointerId)
      board.classList.add('select-none', 'cursor-grabbing')
      board.addEventListener('pointermove', pan)
      board.addEventListener('lostpointercapture', end, { once: true })
    },
    [scroller],
  )
  return { onPointerDown }
}

const isScrollbar = ({ target, nativeEvent }: PointerEvent): boolean => {
  const element = target as HTMLElement
  return nativeEvent.offsetX > element.clientWidth || nativeEvent.offsetY > element.clientHeight
}
