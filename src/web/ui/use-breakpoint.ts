import { useSyncExternalStore } from 'react'

const minWidth = (breakpoint: string) => {
  const wide = matchMedia(`(width >= ${breakpoint})`)
  const subscribe = (listener: () => void) => {
    wide.addEventListener('change', listener)
    return () => wide.removeEventListener('change', listener)
  }
  return (): boolean => useSyncExternalStore(subscribe, () => wide.matches)
}

/** Wider than a phone; the breakpoint of the classes that begin with `md:`. */
export const useIsMedium = minWidth('48rem')

/** Whether the list's table has room for what its cells say; that of the classes that begin with `lg:`. */
export const useIsLarge = minWidth('64rem')
