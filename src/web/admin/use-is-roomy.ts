import { useSyncExternalStore } from 'react'

const roomy = matchMedia('(width >= 75rem)')

const subscribe = (listener: () => void) => {
  roomy.addEventListener('change', listener)
  return () => roomy.removeEventListener('change', listener)
}

/** Whether there is room for a table of seven columns. */
export const useIsRoomy = (): boolean => useSyncExternalStore(subscribe, () => roomy.matches)
