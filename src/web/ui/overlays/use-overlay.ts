import { useEffect, useEffectEvent } from 'react'
import { openOverlay } from '#web/lib/url/overlay-history.ts'

/** Makes Back close the open overlay before it leaves the page. */
export const useOverlay = (open: boolean, close: () => void): void => {
  const onBack = useEffectEvent(close)
  useEffect(() => (open ? openOverlay(() => onBack()) : undefined), [open])
}
