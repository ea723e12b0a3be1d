import { useEffect, useEffectEvent } from 'react'

/** Calls back once the user has left the page for another app, window or tab, and is back. */
export const useReturn = (isWaiting: boolean, onReturn: () => void): void => {
  const back = useEffectEvent(onReturn)
  useEffect(() => {
    if (!isWaiting) return undefined
    let hasLeft = false
    const check = ({ type, target }: Event) => {
      // The focus of an element of the page is another matter.
      if (target instanceof Element) return
      const isAway = type === 'blur' || document.visibilityState === 'hidden'
      if (hasLeft && !isAway) back()
      hasLeft = isAway
    }
    const names = ['blur', 'focus', 'visibilitychange']
    for (const name of names) addEventListener(name, check)
    return () => {
      for (const name of names) removeEventListener(name, check)
    }
  }, [isWaiting])
}
