import { useRef } from 'react'

const focusable = 'a[href], button:not(:disabled), input:not(:disabled), select, textarea, [tabindex]'

/** The last that had the focus on the page itself: where a layer opens that takes the place of another, nothing has it. */
let lastOnPage: Element | null = null
document.addEventListener('focusin', ({ target }) => {
  if (target instanceof Element && !target.closest('[role=dialog], [role=alertdialog], [role=menu]'))
    lastOnPage = target
})

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
  const path = useRef<Element[]>([])
  const remember = () => {
    const { body, activeElement } = document
    path.current = pathOf(activeElement === body ? lastOnPage : activeElement)
  }
  const giveBack = (event: Event) => {
    event.preventDefault()
    const { body, activeElement } = document
    // Whatever has it by now keeps it: a layer that took this one's place, or what that one gave it back to.
    const isLost = activeElement === body || (event.target as Element).contains(activeElement)
    if (!isLost) return
    const home = homeOn(path.current) ?? document.querySelector('main')
    home?.focus()
  }
  return { remember, giveBack }
}
