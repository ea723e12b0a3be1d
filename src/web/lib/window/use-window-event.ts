import { useEffectEvent, useLayoutEffect } from 'react'

/** Listens while the component is mounted, always with the latest handler. */
export function useWindowEvent<Name extends keyof WindowEventMap>(
  name: Name,
  handler: (event: WindowEventMap[Name]) => void,
): void {
  const onEvent = useEffectEvent(handler)
  // Other effects run after the page shows, when keys may already have been pressed.
  useLayoutEffect(() => {
    const listener = (event: WindowEventMap[Name]) => onEvent(event)
    addEventListener(name, listener)
    return () => removeEventListener(name, listener)
  }, [name])
}
