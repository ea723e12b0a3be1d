import { useSyncExternalStore } from 'react'

let current = ''
const listeners = new Set<() => void>()

/** Announces a text to screen readers, even if it repeats the previous text. */
export const announce = (text: string) => {
  // Screen readers ignore an unchanged region, so an invisible space marks the repetition.
  current = text === current ? `${text}\u00a0` : text
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/** Mount once at the root. `aria-live` also works while a dialog hides the rest of the page. */
export const LiveRegion = () => {
  const text = useSyncExternalStore(
    subscribe,
    () => current,
    () => '',
  )
  return (
    <p role="status" aria-live="polite" className="sr-only">
      {text}
    </p>
  )
}
