import { useSyncExternalStore } from 'react'

/** Creates a hook that returns whether the viewport has at least that width. */
export const createMinWidthHook = (breakpoint: string) => {
  const wide = matchMedia(`(width >= ${breakpoint})`)
  const subscribe = (listener: () => void) => {
    wide.addEventListener('change', listener)
    return () => wide.removeEventListener('change', listener)
  }
  return (): boolean => useSyncExternalStore(subscribe, () => wide.matches)
}

/** Wider than a phone. Equals Tailwind's `md:`. */
export const useIsMedium = createMinWidthHook('48rem')

/** Wide enough for the list's table. Equals Tailwind's `lg:`. */
export const useIsLarge = createMinWidthHook('64rem')
