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

/** Runs tasks one after the other, each when the browser is idle, so that none delays an input for long. Returns a cancel function. */
export const whenIdleInTurn = ([work, ...others]: (() => void)[]): (() => void) => {
  if (!work) return () => {}
  let cancel = whenIdle(() => {
    work()
    cancel = whenIdleInTurn(others)
  })
  return () => cancel()
}
