/** A position in the window. */
export interface Point {
  x: number
  y: number
}

const zonePx = 56
const maxSpeed = 14

/** Returns pixels per frame for a pointer near an edge: negative near `start`, positive near `end`. */
export const autoScrollSpeed = (at: number, start: number, end: number): number => {
  const zone = Math.min(zonePx, (end - start) / 4)
  const before = (start + zone - at) / zone
  const after = (at - (end - zone)) / zone
  if (before > 0) return -Math.ceil(Math.min(before, 1) * maxSpeed)
  if (after > 0) return Math.ceil(Math.min(after, 1) * maxSpeed)
  return 0
}

/** Scrolls the board and the list of the column below while the pointer is near their edges. Call it once per frame. */
export const scrollNearEdges = (board: HTMLElement, over: Element | null, { x, y }: Point): void => {
  // Targets of the strip lie over the edges of the board.
  if (over?.hasAttribute('data-target')) return
  const { left, right } = board.getBoundingClientRect()
  const list = over?.querySelector('[data-list]')
  const { top, bottom } = (list ?? board).getBoundingClientRect()
  const [byX, byY] = [autoScrollSpeed(x, left, right), autoScrollSpeed(y, top, bottom)]
  if (byX !== 0) board.scrollLeft += byX
  if (list && byY !== 0) list.scrollTop += byY
}
