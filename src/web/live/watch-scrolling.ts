/** How long after its last event a movement counts as ended. */
const stillMs = 150

/** Watches everything that scrolls on the page, also a board that is panned. */
export const watchScrolling = () => {
  let scrolledAtMs = 0
  const note = (): void => {
    scrolledAtMs = Date.now()
  }
  document.addEventListener('scroll', note, { capture: true, passive: true })
  return {
    isActive: (): boolean => Date.now() - scrolledAtMs < stillMs,
    stop: (): void => document.removeEventListener('scroll', note, { capture: true }),
  }
}
