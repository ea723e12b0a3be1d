let last: Element | null = null

/** Returns the last focused element outside of overlays. */
export const lastFocusOnPage = (): Element | null => last

/** Starts with the app, because an overlay's code loads after its opener had the focus. */
export const trackFocus = (): void =>
  document.addEventListener('focusin', ({ target }) => {
    if (target instanceof Element && !target.closest('[role=dialog], [role=alertdialog], [role=menu]')) last = target
  })
