import type { TouchEvent } from 'react'
import type { Stage } from '#contract/leads/lead-status.ts'
import { setCarrying } from '../../carrying.ts'
import { type Point, scrollNearEdges } from './auto-scroll.ts'
import type { CardDrag, DropTarget } from './card-drag.ts'
import { cardPreview } from './card-preview.ts'
import { type DropStrip, openDropStrip } from './drop-strip.ts'

const holdMs = 250
const slopPx = 8
const stripGapPx = 12

const pointOf = (touch: { clientX: number; clientY: number }): Point => ({ x: touch.clientX, y: touch.clientY })

/** Returns the column or the target of the strip below a finger. */
const dropTargetAt = ({ x, y }: Point): HTMLElement | null =>
  document.elementFromPoint(x, y)?.closest<HTMLElement>('[data-stage], [data-target]') ?? null

/** Drags a lifted card: follows the finger, scrolls near edges and finds the drop target below. */
class TouchDrag {
  private readonly preview: HTMLElement
  private readonly previewHeight: number
  private readonly board: HTMLElement
  private readonly strip: DropStrip
  private readonly offset: Point
  private over: HTMLElement | null = null
  private frame = 0
  private point: Point

  constructor(card: HTMLElement, board: HTMLElement, members: ReturnType<CardDrag['members']>, start: Point) {
    const box = card.getBoundingClientRect()
    this.board = board
    this.point = start
    this.previewHeight = box.height
    this.offset = { x: Math.min(start.x - box.left, 240), y: start.y - box.top }
    this.strip = openDropStrip(board, members, start.y)
    this.preview = cardPreview(card)
    this.preview.classList.add('fixed', 'pointer-events-none', 'top-0', 'left-0', 'z-toast')
    document.body.append(this.preview)
    setCarrying(true)
    navigator.vibrate?.(10)
    this.step()
  }

  moveTo(point: Point): void {
    this.point = point
  }

  private readonly step = (): void => {
    const { x, y } = this.point
    // The preview would cover the names of the strip.
    const bottom = (this.strip.follow(y) ?? Number.POSITIVE_INFINITY) - stripGapPx
    const top = Math.min(y - this.offset.y, bottom - this.previewHeight)
    this.preview.style.transform = `translate(${x - this.offset.x}px, ${top}px) rotate(2deg)`
    scrollNearEdges(this.board, this.over, this.point)
    const target = dropTargetAt(this.point)
    if (target !== this.over) {
      this.over?.removeAttribute('data-over')
      target?.setAttribute('data-over', '')
      this.over = target
    }
    this.frame = requestAnimationFrame(this.step)
  }

  /** Drops the card and returns the target below, if any. */
  end(): DropTarget | undefined {
    const below = dropTargetAt(this.point)
    const stage = below?.dataset.stage as Stage | undefined
    cancelAnimationFrame(this.frame)
    this.preview.remove()
    this.strip.close()
    setCarrying(false)
    this.over?.removeAttribute('data-over')
    return stage ? { stage } : this.strip.targets.find(({ element }) => element === below)?.on
  }
}

export interface TouchDragOptions {
  card: HTMLElement
  board: HTMLElement
  members: CardDrag['members']
  /** Called when a long press lifts the card. */
  onLift: () => void
  /** Called when a lifted card is let go and never was elsewhere. */
  onHold: () => void
  /** Called at the end of the touch, with the target after a drop. */
  onEnd: (on: DropTarget | undefined) => void
}

/**
 * Lifts a card on a long press; a swipe scrolls. Native drag is unreliable by touch and indistinguishable from
 * scrolling.
 */
export const startTouchDrag = (
  event: TouchEvent,
  { card, board, members, onLift, onHold, onEnd }: TouchDragOptions,
): void => {
  const first = event.touches[0]
  if (!first || event.touches.length > 1) {
    onEnd(undefined)
    return
  }
  // Touch events go to the first touched element, not to the card.
  const source = event.target as HTMLElement
  const start = pointOf(first)
  let drag: TouchDrag | undefined
  let isCarried = false
  /** The finger was once away from where it went down. */
  let hasLeft = false

  // The finger may have gone down before this code loaded.
  const heldMs = Math.max(0, performance.now() - event.timeStamp)
  const timer = setTimeout(
    () => {
      drag = new TouchDrag(card, board, members(), start)
      card.setAttribute('data-lifted', '')
      onLift()
    },
    Math.max(0, holdMs - heldMs),
  )

  const onMove = (moved: globalThis.TouchEvent) => {
    const touch = moved.touches[0]
    if (!touch) return
    const point = pointOf(touch)
    // A busy page receives a swipe late, so compare event timestamps instead of using the timer alone.
    const wasSwipe = drag && !isCarried && moved.timeStamp - event.timeStamp < holdMs
    if (moved.touches.length > 1 || wasSwipe) return cancel()
    if (!drag) {
      if (Math.hypot(point.x - start.x, point.y - start.y) > slopPx) cancel()
      return
    }
    moved.preventDefault()
    isCarried = true
    hasLeft ||= Math.hypot(point.x - start.x, point.y - start.y) > slopPx
    drag.moveTo(point)
  }
  const onTouchEnd = (ended: globalThis.TouchEvent) => {
    // A click after a lift would open the lead.
    if (drag) ended.preventDefault()
    if (drag && !hasLeft) onHold()
    onEnd(release())
  }
  const onContextMenu = (asked: Event) => asked.preventDefault()
  const release = (): DropTarget | undefined => {
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
  // A non-passive listener slows all scrolling of its element, so only the touched element has one.
  source.addEventListener('touchmove', onMove, { passive: false })
  source.addEventListener('touchend', onTouchEnd)
  source.addEventListener('touchcancel', cancel)
  source.addEventListener('contextmenu', onContextMenu)
}
