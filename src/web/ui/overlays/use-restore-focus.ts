import { useRef } from 'react'
import { lastFocusOnPage } from './last-focus.ts'

const focusable = 'a[href], button:not(:disabled), input:not(:disabled), select, textarea, [tabindex]'

/** An element, and what it was in, from the inside out. */
const ancestorsOf = (element: Element | null): Element[] =>
  element === null || element === document.body ? [] : [element, ...ancestorsOf(element.parentElement)]

/** What had the focus; where that is gone, what is nearest to where it was. */
const findFocusTarget = (path: Element[]): HTMLElement | null => {
  const [opener] = path
  if (opener instanceof HTMLElement && opener.isConnected) return opener
  for (const place of path) {
    const near = place.isConnected ? place.querySelector<HTMLElement>(focusable) : null
    if (near) return near
  }
  return null
}

/** Remembers what had the focus when a layer opened, and gives it back. Radix does this only for its own triggers. */
export const useRestoreFocus = () => {
  const paths = useRef<Element[][]>([])
  const capture = () => {
    // A layer that takes the place of another finds the focus in that one, or nowhere.
    paths.current = [ancestorsOf(document.activeElement), ancestorsOf(lastFocusOnPage())]
  }
  const restore = (event: Event) => {
    event.preventDefault()
    const { body, activeElement } = document
    // Whatever has it by now keeps it: a layer that took this one's place, or what that one gave it back to.
    const isLost = activeElement === body || (event.target as Element).contains(activeElement)
    if (!isLost) return
    const homes = [...paths.current.map(findFocusTarget), document.querySelector('main')]
    homes.find(home => home !== null)?.focus()
  }
  return { capture, restore }
}
