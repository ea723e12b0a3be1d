import { useRef } from 'react'
import { lastFocusOnPage } from '../last-focus.ts'

const focusable = 'a[href], button:not(:disabled), input:not(:disabled), select, textarea, [tabindex]'

/** Returns an element and its ancestors, innermost first. */
export const ancestorsOf = (element: Element | null): Element[] =>
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

/** A card that takes the place of a removed one is hidden until it is measured, and cannot take the focus before. */
const retryFrames = 10

/** Moves the focus from a closed overlay to the first element that remains of the paths, of each the innermost. */
export const focusPlace = (overlay: Element, paths: Element[][]): void => {
  const focusHome = (frames: number): void => {
    const { body, activeElement } = document
    const main = document.querySelector('main')
    // Another overlay, or the element it restored, may already have the focus. On a slow machine `keepFocus` comes first.
    if (activeElement !== body && activeElement !== main && !overlay.contains(activeElement)) return
    const homes = [...paths.map(findFocusTarget), main]
    homes.find(home => home !== null)?.focus()
    if (frames > 0) requestAnimationFrame(() => focusHome(frames - 1))
  }
  focusHome(retryFrames)
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
    focusPlace(event.target as Element, paths.current)
  }
  return { capture, restore }
}
