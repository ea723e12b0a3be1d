import { type RefObject, useEffect } from 'react'

/** How long after the last scroll event the list counts as still. A wheel sends separate events for its steps. */
const stillAfterMs = 100

/**
 * Marks the list with `data-scrolling` while it scrolls below a resting pointer. Its `ul` then has a cover, because hovering each
 * card that passes would take a fifth of a frame. A press and a click on the cover go to what is below it.
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
    // What is done on the cover is meant for the card below it.
    const passOn = (event: MouseEvent) => {
      if (!(event.target instanceof HTMLUListElement)) return
      event.stopPropagation()
      uncover()
      const below = document.elementFromPoint(event.clientX, event.clientY)
      const EventType = event.constructor as typeof MouseEvent
      if (below !== event.target) below?.dispatchEvent(new EventType(event.type, event))
    }
    const listeners = new AbortController()
    const { signal } = listeners
    element.addEventListener('scroll', cover, { passive: true, signal })
    element.addEventListener('pointermove', uncover, { passive: true, signal })
    element.addEventListener('pointerdown', passOn, { signal })
    element.addEventListener('click', passOn, { signal })
    return () => {
      listeners.abort()
      uncover()
    }
  }, [list])
}
