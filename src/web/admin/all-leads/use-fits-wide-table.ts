import { useSyncExternalStore } from 'react'

const wide = matchMedia('(width >= 75rem)')

const subscribe = (listener: () => void) => {
  wide.addEventListener('change', listener)
  return () => wide.removeEventListener('change', listener)
}

/** Returns whether the viewport fits a table of seven columns. */
export const useFitsWideTable = (): boolean => useSyncExternalStore(subscribe, () => wide.matches)
