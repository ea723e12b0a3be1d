import { type ComponentType, lazy, useState } from 'react'

/** As React's `lazy`; once `preload` has succeeded, the component renders without suspending. */
export const preloadable = (load: () => Promise<{ default: ComponentType }>) => {
  const Lazy = lazy(load)
  let Loaded: ComponentType | undefined
  return {
    Component: () => {
      const [Chosen] = useState<ComponentType>(() => Loaded ?? Lazy)
      return <Chosen />
    },
    /** A failure shows when the component is rendered, not before. */
    preload: async (): Promise<void> => {
      Loaded = (await load().catch(() => undefined))?.default
    },
  }
}
