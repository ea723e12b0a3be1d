import { lastFocusOnPage } from './last-focus.ts'

const region = 'main, [role=dialog], [role=alertdialog], [tabindex="-1"]'

const focusUnlessFocused = (home: Element | null): void => {
  const target = home?.isConnected ? home : document.querySelector('main')
  if (document.activeElement === document.body && target instanceof HTMLElement) target.focus({ preventScroll: true })
}

/** Waits for the effects of the removal, which may move the focus themselves. */
const afterTwoFrames = (callback: () => void) => requestAnimationFrame(() => requestAnimationFrame(callback))

/**
 * Moves the focus to the region around a focused element that disappears, such as a pressed retry button. From the body,
 * the keyboard would start again at the top of the page, and screen readers would lose their place. Returns a function
 * that stops it.
 */
export const keepFocus = (): (() => void) => {
  // This code loads after the page, which may have lost its focused element already.
  let focused = lastFocusOnPage() ?? undefined
  const remember = ({ target }: FocusEvent) => {
    focused = target instanceof Element ? target : undefined
  }
  // Not all browsers fire an event when the focused element is removed.
  const observer = new MutationObserver(records => {
    if (!focused || focused.isConnected) return
    const lost = focused
    focused = undefined
    const removal = records.find(({ removedNodes }) => [...removedNodes].some(node => node.contains(lost)))
    const home = removal?.target instanceof Element ? removal.target.closest(region) : null
    afterTwoFrames(() => focusUnlessFocused(home))
  })
  if (focused && !focused.isConnected) afterTwoFrames(() => focusUnlessFocused(null))
  document.addEventListener('focusin', remember)
  observer.observe(document.body, { childList: true, subtree: true })
  return () => {
    document.removeEventListener('focusin', remember)
    observer.disconnect()
  }
}
