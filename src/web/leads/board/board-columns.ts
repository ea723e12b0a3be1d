import { prefersReducedMotion } from '#web/lib/window/prefers-reduced-motion.ts'

const columnsOf = (board: HTMLElement): HTMLElement[] => [...board.querySelectorAll<HTMLElement>('[data-stage]')]

/** Returns the distance between two columns in pixels. */
const stepOf = ([first, second]: HTMLElement[]): number => (first && second ? second.offsetLeft - first.offsetLeft : 1)

const behavior = (): ScrollBehavior => (prefersReducedMotion() ? 'auto' : 'smooth')

/** Returns the column at the left edge, or the last column at the end of the board. */
export const columnInView = (board: HTMLElement): number => {
  const columns = columnsOf(board)
  const isAtEnd = board.scrollLeft >= board.scrollWidth - board.clientWidth - 2
  return isAtEnd ? columns.length - 1 : Math.round(board.scrollLeft / stepOf(columns))
}

export const scrollToColumn = (board: HTMLElement, index: number): void =>
  board.scrollTo({ left: index * stepOf(columnsOf(board)), behavior: behavior() })

export const scrollByColumn = (board: HTMLElement, by: 1 | -1): void =>
  board.scrollBy({ left: by * stepOf(columnsOf(board)), behavior: behavior() })
