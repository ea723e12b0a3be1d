import { type RefObject, useEffect } from 'react'

/** How long after the last scroll event the list counts as still. A wheel sends separate events for its steps. */
const stillAfterMs = 100

/**
 * Marks the list with `data-scrolling` while it scrolls below a resting pointer. Its `ul` then has a cover, because hovering each
 * card that passes would take a fifth of a frame. A click on the cover goes to what is below it.
 */
export const useScrollCover = (list: RefObject<HTMLElement | null>): void => {
  useEffect(() => {
    const element = list.current
    if (!element) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const uncover = () => {
      clearTimeout(timer)
      timer = undefined
      element.removeAttribute('data-scrolling')
    }
    const cover = () => {
      if (timer === undefined) element.setAttribute('data-scrolling', '')
      clearTimeout(timer)
      timer = setTimeout(uncover, stillAfterMs)
    }
    const isOnCover = ({ target }: Event) => target instanceof HTMLUListElement
    // A press there is meant for a card and pans nothing.
    const takePress = (event: PointerEvent) => {
      if (isOnCover(event)) event.stopPropagation()
    }
    const passClick = (event: MouseEvent) => {
      if (!isOnCover(event)) return
      uncover()
      const below = document.elementFromPoint(event.clientX, event.clientY)
      if (below !== event.target) below?.dispatchEvent(new MouseEvent('click', event))
    }
    const listeners = new AbortController()
    const { signal } = listeners
    element.addEventListener('scroll', cover, { passive: true, signal })
    element.addEventListener('pointermove', uncover, { passive: true, signal })
    element.addEventListener('pointerdown', takePress, { signal })
    element.addEventListener('click', passClick, { signal })
    return () => {
      listeners.abort()
      uncover()
    }
  }, [list])
}
