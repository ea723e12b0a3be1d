/** Rows from `first` up to `end`, without `end`. */
export interface RowRange {
  first: number
  end: number
}

interface ScrolledList {
  scrollTop: number
  height: number
  rowHeight: number
}

/** The last direction of scrolling; `null` before the first scroll. */
export type ScrollDirection = 'up' | 'down' | null

/** Rows rendered beyond the visible ones: where the list scrolls to, and elsewhere. */
const rowsAhead = 3
const rowsBeyond = 1

/** Returns the rows to render in a list that scrolls in a direction. The range may end after the last row. */
export const visibleRange = ({ scrollTop, height, rowHeight }: ScrolledList, direction: ScrollDirection): RowRange => {
  const above = direction === 'up' ? rowsAhead : rowsBeyond
  const below = direction === 'down' ? rowsAhead : rowsBeyond
  return {
    first: Math.max(0, Math.floor(scrollTop / rowHeight) - above),
    end: Math.ceil((scrollTop + height) / rowHeight) + below,
  }
}

/** Returns the rows to mount: those of the range, and those to keep wherever they are. A shorter list shows its last rows. */
export const mountedRows = ({ first, end }: RowRange, count: number, kept: readonly number[]): number[] => {
  const from = first < count ? first : Math.max(0, count - (end - first))
  const to = Math.min(count, end)
  const rows = new Set(kept)
  for (let row = from; row < to; row++) rows.add(row)
  return [...rows].sort((a, b) => a - b)
}
