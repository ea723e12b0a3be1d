import { type RefObject, useEffect, useState } from 'react'

/** How far outside the board a column counts as near: half of its width, so the next column of a phone is ready for a swipe. */
const margin = '0px 50%'

/** Returns `false` for a list far outside of a board that scrolls horizontally, `true` from when it comes near, and until known. */
export const useIsNear = (list: RefObject<HTMLElement | null>, board: RefObject<HTMLElement | null>): boolean => {
  const [isNear, setNear] = useState(true)
  useEffect(() => {
    if (!list.current) return
    const watcher = new IntersectionObserver(
      entries => {
        const hasCome = entries.some(entry => entry.isIntersecting)
        setNear(hasCome)
        if (hasCome) watcher.disconnect()
      },
      { root: board.current, rootMargin: margin },
    )
    watcher.observe(list.current)
    return () => watcher.disconnect()
  }, [list, board])
  return isNear
}
