import { useEffect, useEffectEvent } from 'react'
import { openOverlay } from '#web/lib/overlay-history.ts'

/** What lies over a screen while it is `open`: Back asks it to close before anything beneath is left. */
export const useOverlay = (open: boolean, close: () => void): void => {
  const onBack = useEffectEvent(close)
  useEffect(() => (open ? openOverlay(() => onBack()) : undefined), [open])
}
