import { type RefObject, useLayoutEffect } from 'react'
import { ancestorsOf, focusPlace } from './use-restore-focus.ts'

const tabStop = 'a[href], button:not(:disabled), input:not(:disabled), select, textarea'
const overlays = '[role=dialog], [role=alertdialog], [role=menu]'

/**
 * Makes a region that appears without taking the focus the next stop of Tab, once, wherever the focus is: in the order of the
 * page it may be a hundred stops away. Both of its ends, and closing it, lead back to where the focus was.
 */
export const useNextTabStop = (region: RefObject<HTMLElement | null>): void => {
  useLayoutEffect(() => {
    const own = region.current
    if (!own) return undefined
    let left: Element[] = []
    let isLed = false
    const onFocus = ({ relatedTarget }: FocusEvent) => {
      isLed = true
      if (relatedTarget instanceof Element && !own.contains(relatedTarget)) left = ancestorsOf(relatedTarget)
    }
    const findNext = ({ shiftKey }: KeyboardEvent): HTMLElement | null | undefined => {
      const { activeElement } = document
      if (!own.contains(activeElement))
        return isLed || shiftKey || activeElement?.closest(overlays) ? null : own.querySelector<HTMLElement>('input')
      const stops = [...own.querySelectorAll<HTMLElement>(tabStop)]
      const [back] = left
      const isAtEnd = activeElement === (shiftKey ? stops[0] : stops.at(-1))
      return isAtEnd && back instanceof HTMLElement && back.isConnected ? back : null
    }
    const onKeyDown = (event: KeyboardEvent) => {
      const next = event.key === 'Tab' ? findNext(event) : null
      if (!next) return
      event.preventDefault()
      next.focus()
    }
    own.addEventListener('focusin', onFocus)
    document.addEventListener('keydown', onKeyDown)
    return () => {
      own.removeEventListener('focusin', onFocus)
      document.removeEventListener('keydown', onKeyDown)
      // The region is still on the page.
      if (own.contains(document.activeElement)) requestAnimationFrame(() => focusPlace(own, [left]))
    }
  }, [region])
}
