/** Fallback for Safari, which lacks `requestIdleCallback`: enough for the first paint. */
const soonMs = 300

/** Runs a task when the browser is idle. Returns a cancel function. */
export const whenIdle = (work: () => void): (() => void) => {
  if (typeof requestIdleCallback !== 'function') {
    const timer = setTimeout(work, soonMs)
    return () => clearTimeout(timer)
  }
  const request = requestIdleCallback(work, { timeout: 3000 })
  return () => cancelIdleCallback(request)
}
