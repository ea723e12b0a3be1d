import { type PointerEvent, type RefObject, useCallback } from 'react'

/** Ratio of board movement to pointer movement. */
const factor = 1.2

/** Scrolls the board horizontally by dragging its background. Cards and controls handle their own gestures. */
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
