/** Runs a task at the first press of a key or pointer. Returns a cancel function. */
export const onFirstInput = (work: () => void): (() => void) => {
  const listening = new AbortController()
  const onInput = () => {
    listening.abort()
    work()
  }
  for (const type of ['pointerdown', 'keydown'] as const)
    addEventListener(type, onInput, { passive: true, capture: true, signal: listening.signal })
  return () => listening.abort()
}
