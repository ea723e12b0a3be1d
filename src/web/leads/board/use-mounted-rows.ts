import { type RefObject, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { addRowsAfterFrames, stopAddingRows } from './frame-budget.ts'
import { growRange, type RowRange, type ScrollDirection, visibleRange } from './visible-range.ts'

const noRows: RowRange = { first: 0, end: 0 }
/** What Tab reaches in a column that is far away. */
const firstRow: RowRange = { first: 0, end: 1 }

/**
 * Returns the rows of a list to mount: none at first, then those in view, added row by row between the frames, or the
 * first one of a list that is not near. `list` scrolls; its only `ul` is as high as all `count` rows of the same height, given in rem.
 */
export const useMountedRows = (
  list: RefObject<HTMLElement | null>,
  isNear: boolean,
  count: number,
  rowRem: number,
): RowRange => {
  const [mounted, setMounted] = useState(noRows)
  const latest = useRef(noRows)
  // An estimate: the height of the list is known after the first layout. Read once, because a read may need a layout.
  const [estimate] = useState((): RowRange => ({ first: 0, end: Math.ceil((innerHeight * 0.65) / (rowRem * 16)) }))
  const wanted = useRef(estimate)

  useEffect(() => {
    const element = list.current
    const rows = element?.querySelector('ul')
    if (!element || !rows || count === 0) return
    let lastTop = element.scrollTop
    let direction: ScrollDirection = null
    const nextRange = () => growRange(latest.current, wanted.current, { count, direction })
    const addRow = (): boolean => {
      const next = nextRange()
      if (!next) return false
      latest.current = next
      flushSync(() => setMounted(next))
      // Styles and layout of the row belong to the time of rows, not to the next frame.
      rows.getBoundingClientRect()
      return nextRange() !== undefined
    }
    const measure = () => {
      const { scrollTop, clientHeight: height } = element
      if (!isNear) wanted.current = firstRow
      else if (height > 0) {
        if (scrollTop !== lastTop) direction = scrollTop < lastTop ? 'up' : 'down'
        lastTop = scrollTop
        const { offsetHeight } = rows
        wanted.current = visibleRange({ scrollTop, height, rowHeight: offsetHeight / count }, direction)
        // Chromium also keeps a scroll in a list that has nothing to scroll: the page and the board would not move below a card.
        element.toggleAttribute('data-overflowing', offsetHeight > height)
      }
      addRowsAfterFrames(addRow)
    }
    measure()
    // Also when the density or the size of the system's text changes the height of the rows.
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    observer.observe(rows)
    element.addEventListener('scroll', measure, { passive: true })
    return () => {
      stopAddingRows(addRow)
      observer.disconnect()
      element.removeEventListener('scroll', measure)
    }
  }, [list, isNear, count])
  return mounted
}
