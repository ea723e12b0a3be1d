/** Safari has no idle callback; by then the first paint and its requests are under way. */
const soonMs = 300

/** Runs once the page has nothing more urgent to do. Returns how to call it off. */
export const whenIdle = (work: () => void): (() => void) => {
  if (typeof requestIdleCallback !== 'function') {
    const timer = setTimeout(work, soonMs)
    return () => clearTimeout(timer)
  }
  const request = requestIdleCallback(work, { timeout: 3000 })
  return () => cancelIdleCallback(request)
}
