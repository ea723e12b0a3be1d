const pauseMs = 5_000
// The press that focuses a window fires after the focus event.
const settleMs = 100

/**
 * Calls the listener when the window gains focus or is used after a pause. Waits for the release of any pressed button
 * or finger, because a drag may be running.
 */
export const onWindowUsed = (tell: () => void): (() => void) => {
  let lastUse = 0
  let isPressed = false
  let isDue = false
  let timer: ReturnType<typeof setTimeout> | undefined

  const check = () => {
    timer = undefined
    if (!isDue || isPressed || document.visibilityState === 'hidden') return
    isDue = false
    tell()
  }
  const checkSoon = () => {
    timer ??= setTimeout(check, settleMs)
  }
  const onArrival = () => {
    isDue = true
    checkSoon()
  }
  const onUse = ({ timeStamp }: Event) => {
    if (timeStamp - lastUse > pauseMs) onArrival()
    lastUse = timeStamp
  }
  const onPress = (event: Event) => {
    isPressed = true
    onUse(event)
  }
  // `pointercancel` starts native dragging and scrolling, so it is no release.
  const onRelease = (event: Event) => {
    isPressed = false
    onUse(event)
    checkSoon()
  }

  const listeners: [names: string[], listener: (event: Event) => void][] = [
    [['focus', 'visibilitychange'], onArrival],
    [['pointermove', 'keydown', 'wheel'], onUse],
    [['pointerdown'], onPress],
    [['pointerup', 'dragend', 'touchend', 'touchcancel'], onRelease],
  ]
  const controller = new AbortController()
  for (const [names, listener] of listeners) {
    // Captures events before other listeners, which may stop propagation.
    const options = { capture: true, passive: true, signal: controller.signal }
    for (const name of names) addEventListener(name, listener, options)
  }
  return () => {
    controller.abort()
    clearTimeout(timer)
  }
}
