import { useSyncExternalStore } from 'react'

let current = ''
const listeners = new Set<() => void>()

/** Says a text to screen readers. The same text twice is heard twice. */
export const announce = (text: string) => {
  // A region that does not change says nothing: an invisible space makes the repetition a change.
  current = text === current ? `${text}\u00a0` : text
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/** Mounted once, at the root of the app. `aria-live` keeps it audible while a dialog hides the rest of the page. */
export const LiveRegion = () => {
  const text = useSyncExternalStore(subscribe, () => current)
  return (
    <p role="status" aria-live="polite" className="sr-only">
      {text}
    </p>
  )
}
