import { useEffect, useEffectEvent } from 'react'

/** Listens while the component is there, always with the newest handler. */
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
