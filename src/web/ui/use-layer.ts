import { useEffect, useEffectEvent } from 'react'
import { openLayer } from '#web/lib/layer-history.ts'

/** What lies over a screen while it is `open`: Back asks it to close before anything beneath is left. */
export const useLayer = (open: boolean, close: () => void): void => {
  const onBack = useEffectEvent(close)
  useEffect(() => (open ? openLayer(() => onBack()) : undefined), [open])
}
