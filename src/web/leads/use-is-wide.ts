import { useSyncExternalStore } from 'react'

const wide = matchMedia('(width >= 48rem)')

const subscribe = (listener: () => void) => {
  wide.addEventListener('change', listener)
  return () => wide.removeEventListener('change', listener)
}

/** Whether there is room for a table; the breakpoint of the classes that begin with `md:`. */
export const useIsWide = (): boolean => useSyncExternalStore(subscribe, () => wide.matches)
