import { type RefObject, useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { type RowRange, type ScrollDirection, visibleRange } from './visible-range.ts'

/**
 * Returns the rows of a list in view. `list` scrolls; its only `ul` is as high as all `count` rows of the same height, given in
 * rem.
 */
export const useVisibleRange = (list: RefObject<HTMLElement | null>, count: number, rowRem: number): RowRange => {
  // An estimate: the height of the list is known after the first layout.
  const [range, setRange] = useState<RowRange>(() => ({
    first: 0,
    end: Math.ceil((innerHeight * 0.65) / (rowRem * 16)),
  }))

  useEffect(() => {
    const element = list.current
    const rows = element?.querySelector('ul')
    if (!element || !rows || count === 0) return
    let lastTop = element.scrollTop
    let direction: ScrollDirection = null
    const measure = () => {
      const { scrollTop, clientHeight: height } = element
      if (height === 0) return
      if (scrollTop !== lastTop) direction = scrollTop < lastTop ? 'up' : 'down'
      lastTop = scrollTop
      const next = visibleRange({ scrollTop, height, rowHeight: rows.offsetHeight / count }, direction)
      setRange(before => (before.first === next.first && before.end === next.end ? before : next))
    }
    // The cards must be there in the frame that shows the new position.
    const onScroll = () => flushSync(measure)
    // Also when the density or the size of the system's text changes the height of the rows.
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    observer.observe(rows)
    element.addEventListener('scroll', onScroll, { passive: true })
    return () => {
      observer.disconnect()
      element.removeEventListener('scroll', onScroll)
    }
  }, [list, count])
  return range
}
