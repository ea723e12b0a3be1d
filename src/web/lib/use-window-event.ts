import { useEffect, useEffectEvent } from 'react'

/** Listens while the component is mounted, always with the latest handler. */
export function useWindowEvent<Name extends keyof WindowEventMap>(
  name: Name,
  handler: (event: WindowEventMap[Name]) => void,
): void {
  const onEvent = useEffectEvent(handler)
  useEffect(() => {
    const listener = (event: WindowEventMap[Name]) => onEvent(event)
    addEventListener(name, listener)
    return () => removeEventListener(name, listener)
  }, [name])
}
