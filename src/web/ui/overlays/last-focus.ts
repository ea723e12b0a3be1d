let last: Element | null = null

/** What last had the focus on the page itself, layers aside. */
export const lastFocusOnPage = (): Element | null => last

/** From the start on: the code of most layers comes only after what opened them had the focus. */
export const trackFocus = (): void =>
  document.addEventListener('focusin', ({ target }) => {
    if (target instanceof Element && !target.closest('[role=dialog], [role=alertdialog], [role=menu]')) last = target
  })
