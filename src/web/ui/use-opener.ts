import { useRef } from 'react'
import { lastFocusOnPage } from './last-focus.ts'

const focusable = 'a[href], button:not(:disabled), input:not(:disabled), select, textarea, [tabindex]'

/** An element, and what it was in, from the inside out. */
const pathOf = (element: Element | null): Element[] =>
  element === null || element === document.body ? [] : [element, ...pathOf(element.parentElement)]

/** What had the focus; where that is gone, what is nearest to where it was. */
const homeOn = (path: Element[]): HTMLElement | null => {
  const [opener] = path
  if (opener instanceof HTMLElement && opener.isConnected) return opener
  for (const place of path) {
    const near = place.isConnected ? place.querySelector<HTMLElement>(focusable) : null
    if (near) return near
  }
  return null
}

/** Remembers what had the focus when a layer opened, and gives it back. Radix does this only for its own triggers. */
export const useOpener = () => {
  const paths = useRef<Element[][]>([])
  const remember = () => {
    // A layer that takes the place of another finds the focus in that one, or nowhere.
    paths.current = [pathOf(document.activeElement), pathOf(lastFocusOnPage())]
  }
  const giveBack = (event: Event) => {
    event.preventDefault()
    const { body, activeElement } = document
    // Whatever has it by now keeps it: a layer that took this one's place, or what that one gave it back to.
    const isLost = activeElement === body || (event.target as Element).contains(activeElement)
    if (!isLost) return
    const homes = [...paths.current.map(homeOn), document.querySelector('main')]
    homes.find(home => home !== null)?.focus()
  }
  return { remember, giveBack }
}
