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

/**
 * Returns `mounted` with one row more of those wanted, and without rows that are not; `undefined` when nothing changes. The next
 * row is where the list scrolls to. A list that scrolled past all of its rows starts anew at its leading edge.
 */
export const growRange = (
  mounted: RowRange,
  wanted: RowRange,
  { count, direction }: { count: number; direction: ScrollDirection },
): RowRange | undefined => {
  const last = Math.min(wanted.end, count)
  const first = Math.max(mounted.first, wanted.first)
  const end = Math.min(mounted.end, last)
  if (wanted.first >= last) return undefined
  if (first >= end) {
    const start = direction === 'down' ? last - 1 : wanted.first
    return { first: start, end: start + 1 }
  }
  const above = { first: first - 1, end }
  const below = { first, end: end + 1 }
  const hasAbove = first > wanted.first
  const hasBelow = end < last
  if (hasAbove && (direction === 'up' || !hasBelow)) return above
  if (hasBelow) return below
  return first === mounted.first && end === mounted.end ? undefined : { first, end }
}

/**
 * Returns the rows to mount: those of the range, and those to keep wherever they are; none as long as the range is empty. A
 * shorter list shows its last rows.
 */
export const mountedRows = ({ first, end }: RowRange, count: number, kept: readonly number[]): number[] => {
  if (first === end) return []
  const from = first < count ? first : Math.max(0, count - (end - first))
  const to = Math.min(count, end)
  const rows = new Set(kept)
  for (let row = from; row < to; row++) rows.add(row)
  return [...rows].sort((a, b) => a - b)
}
