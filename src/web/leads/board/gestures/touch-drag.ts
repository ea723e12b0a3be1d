import type { TouchEvent } from 'react'
import type { Stage } from '#contract/lead-status.ts'
import { autoScrollSpeed } from './auto-scroll-speed.ts'
import { cardPreview } from './card-preview.ts'

const holdMs = 250
const slopPx = 8

interface Point {
  x: number
  y: number
}

const pointOf = (touch: { clientX: number; clientY: number }): Point => ({ x: touch.clientX, y: touch.clientY })

const columnAt = ({ x, y }: Point): HTMLElement | null =>
  document.elementFromPoint(x, y)?.closest<HTMLElement>('[data-stage]') ?? null

/** A lifted card: follows the finger, scrolls what is near an edge, and knows the column below it. */
class TouchDrag {
  private readonly preview: HTMLElement
  private readonly board: HTMLElement
  private readonly offset: Point
  private over: HTMLElement | null = null
  private frame = 0
  private point: Point

  constructor(card: HTMLElement, board: HTMLElement, start: Point) {
    const box = card.getBoundingClientRect()
    this.board = board
    this.point = start
    this.offset = { x: Math.min(start.x - box.left, 240), y: start.y - box.top }
    this.preview = cardPreview(card)
    this.preview.classList.add('fixed', 'pointer-events-none', 'top-0', 'left-0', 'z-toast')
    document.body.append(this.preview)
    board.setAttribute('data-carrying', '')
    navigator.vibrate?.(10)
    this.step()
  }

  moveTo(point: Point): void {
    this.point = point
  }

  private readonly step = (): void => {
    const { x, y } = this.point
    this.preview.style.transform = `translate(${x - this.offset.x}px, ${y - this.offset.y}px) rotate(2deg)`
    this.scrollNearEdges()
    const column = columnAt(this.point)
    if (column !== this.over) {
      this.over?.removeAttribute('data-over')
      column?.setAttribute('data-over', '')
      this.over = column
    }
    this.frame = requestAnimationFrame(this.step)
  }

  private scrollNearEdges(): void {
    const { left, right } = this.board.getBoundingClientRect()
    this.board.scrollLeft += autoScrollSpeed(this.point.x, left, right)
    const list = this.over?.querySelector('[data-list]')
    if (!list) return
    const { top, bottom } = list.getBoundingClientRect()
    list.scrollTop += autoScrollSpeed(this.point.y, top, bottom)
  }

  /** Puts the card down; the stage of the column below it, if there is one. */
  end(): Stage | undefined {
    cancelAnimationFrame(this.frame)
    this.preview.remove()
    this.board.removeAttribute('data-carrying')
    this.over?.removeAttribute('data-over')
    return columnAt(this.point)?.dataset.stage as Stage | undefined
  }
}

export interface TouchDragOptions {
  card: HTMLElement
  board: HTMLElement
  /** The finger rests: the card is held from here on. */
  onLift: () => void
  /** The finger has left, or swipes; with the stage below the card when it was put down there. */
  onEnd: (to: Stage | undefined) => void
}

/**
 * Follows a finger that has touched a card. Holding picks the card up; a swipe that begins on one scrolls as everywhere. Our
 * own, since the browser's native drag neither starts reliably by touch nor can be told from a scroll.
 */
export const startTouchDrag = (event: TouchEvent, { card, board, onLift, onEnd }: TouchDragOptions): void => {
  const first = event.touches[0]
  if (!first || event.touches.length > 1) {
    onEnd(undefined)
    return
  }
  // Not the card: the finger keeps sending to whatever it first touched.
  const source = event.target as HTMLElement
  const start = pointOf(first)
  let drag: TouchDrag | undefined
  let isCarried = false

  const timer = setTimeout(() => {
    drag = new TouchDrag(card, board, start)
    card.setAttribute('data-lifted', '')
    onLift()
  }, holdMs)

  const onMove = (moved: globalThis.TouchEvent) => {
    const touch = moved.touches[0]
    if (!touch) return
    const point = pointOf(touch)
    // A busy page hears of a swipe late: by its own clock the finger never rested.
    const wasSwipe = drag && !isCarried && moved.timeStamp - event.timeStamp < holdMs
    if (moved.touches.length > 1 || wasSwipe) return cancel()
    if (!drag) {
      if (Math.hypot(point.x - start.x, point.y - start.y) > slopPx) cancel()
      return
    }
    moved.preventDefault()
    isCarried = true
    drag.moveTo(point)
  }
  const onTouchEnd = (ended: globalThis.TouchEvent) => {
    // No click after a lift: it would open the lead.
    if (drag) ended.preventDefault()
    onEnd(release())
  }
  const onContextMenu = (asked: Event) => asked.preventDefault()
  const release = (): Stage | undefined => {
    clearTimeout(timer)
    source.removeEventListener('touchmove', onMove)
    source.removeEventListener('touchend', onTouchEnd)
    source.removeEventListener('touchcancel', cancel)
    source.removeEventListener('contextmenu', onContextMenu)
    card.removeAttribute('data-lifted')
    return drag?.end()
  }
  const cancel = (): void => {
    release()
    onEnd(undefined)
  }
  // On the touched element alone: a listener that may prevent scrolling slows down all scrolling of where it sits.
  source.addEventListener('touchmove', onMove, { passive: false })
  source.addEventListener('touchend', onTouchEnd)
  source.addEventListener('touchcancel', cancel)
  source.addEventListener('contextmenu', onContextMenu)
}
