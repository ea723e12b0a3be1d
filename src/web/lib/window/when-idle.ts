/** Fallback for Safari, which lacks `requestIdleCallback`: enough for the first paint. */
const soonMs = 300
/** How long a user must have rested, and how long a task waits for that. */
const restMs = 500
const patienceMs = 10_000

let lastUseMs = Number.NEGATIVE_INFINITY

const noteUse = (event: Event): void => {
  const isHover = event.type === 'pointermove' && (event as PointerEvent).buttons === 0
  if (!isHover) lastUseMs = performance.now()
}
// The prerendered pages have no window.
if (typeof window !== 'undefined')
  for (const type of ['scroll', 'pointerdown', 'pointermove', 'keydown'])
    addEventListener(type, noteUse, { passive: true, capture: true })

/**
 * Runs a task when the browser is idle and the user rests: between two frames of a scroll or a drag, it would delay the second.
 * Returns a cancel function.
 */
export const whenIdle = (work: () => void): (() => void) => {
  const latestMs = performance.now() + patienceMs
  let cancel: () => void
  const wait = () => {
    cancel = onIdle(() => {
      const restLeftMs = Math.min(lastUseMs + restMs, latestMs) - performance.now()
      if (restLeftMs <= 0) return work()
      const timer = setTimeout(wait, restLeftMs)
      cancel = () => clearTimeout(timer)
    })
  }
  wait()
  return () => cancel()
}

const onIdle = (work: () => void): (() => void) => {
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
