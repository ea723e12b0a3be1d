const pauseMs = 5_000
// A press that brings a window to the front is heard of after its focus.
const settleMs = 100

/**
 * Tells when the window is used again: it comes to the front, or it has been there all along, beside another, and a pause
 * ends. Never while a button or a finger is down: something may be on its way from one place to another.
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
  // Not `pointercancel`: with it the browser's own dragging and scrolling begin.
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
    // Before anybody else, who may stop the event on its way.
    const options = { capture: true, passive: true, signal: controller.signal }
    for (const name of names) addEventListener(name, listener, options)
  }
  return () => {
    controller.abort()
    clearTimeout(timer)
  }
}
