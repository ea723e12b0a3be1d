import { useCallback } from 'react'
import { stepBack } from './overlay-history.ts'
import { useUrlParams } from './use-url-params.ts'

/** Marks the history entry of an overlay opened from its page. */
const overScreenState = { overScreen: true }
const isOverScreen = (): boolean => (history.state as { usr?: typeof overScreenState } | null)?.usr?.overScreen === true

/** An overlay that is open while the URL has the parameter, so that Back closes it and a link opens it. */
export const useUrlOverlay = (name: string) => {
  const { parameters, change } = useUrlParams()
  const open = useCallback((value: string) => change({ [name]: value }, { state: overScreenState }), [change, name])
  /** Goes back if possible, so that Back does not reopen the overlay. */
  const close = useCallback(() => {
    if (isOverScreen()) stepBack()
    else change({ [name]: undefined }, { replace: true })
  }, [change, name])
  return { value: parameters.get(name), open, close }
}
