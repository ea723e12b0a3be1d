import { useSyncExternalStore } from 'react'

const wide = matchMedia('(width >= 75rem)')

const subscribe = (listener: () => void) => {
  wide.addEventListener('change', listener)
  return () => wide.removeEventListener('change', listener)
}

/** Whether there is room for a table of seven columns. */
export const useFitsWideTable = (): boolean => useSyncExternalStore(subscribe, () => wide.matches)
