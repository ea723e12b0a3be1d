import { useRef } from 'react'
import { lastFocusOnPage } from './last-focus.ts'

const focusable = 'a[href], button:not(:disabled), input:not(:disabled), select, textarea, [tabindex]'

/** Returns an element and its ancestors, innermost first. */
const ancestorsOf = (element: Element | null): Element[] =>
  element === null || element === document.body ? [] : [element, ...ancestorsOf(element.parentElement)]

/** Returns the previously focused element, or its nearest remaining ancestor. */
const findFocusTarget = (path: Element[]): HTMLElement | null => {
  const [opener] = path
  if (opener instanceof HTMLElement && opener.isConnected) return opener
  for (const place of path) {
    const near = place.isConnected ? place.querySelector<HTMLElement>(focusable) : null
    if (near) return near
  }
  return null
}

/** Restores the focus after an overlay closes. Radix does this only for its own triggers. */
export const useRestoreFocus = () => {
  const paths = useRef<Element[][]>([])
  const capture = () => {
    // An overlay that replaces another finds the focus inside the other or lost.
    paths.current = [ancestorsOf(document.activeElement), ancestorsOf(lastFocusOnPage())]
  }
  const restore = (event: Event) => {
    event.preventDefault()
    const { body, activeElement } = document
    // Another overlay, or the element it restored, may already have the focus.
    const isLost = activeElement === body || (event.target as Element).contains(activeElement)
    if (!isLost) return
    const homes = [...paths.current.map(findFocusTarget), document.querySelector('main')]
    homes.find(home => home !== null)?.focus()
  }
  return { capture, restore }
}
