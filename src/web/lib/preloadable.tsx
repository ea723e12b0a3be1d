import { type ComponentType, lazy, useState } from 'react'

/** Works like React's `lazy`. After a successful `preload`, the component renders without suspending. */
export const preloadable = (load: () => Promise<{ default: ComponentType }>) => {
  const Lazy = lazy(load)
  let Loaded: ComponentType | undefined
  return {
    Component: () => {
      const [Chosen] = useState<ComponentType>(() => Loaded ?? Lazy)
      return <Chosen />
    },
    /** A failed load shows on render, not here. */
    preload: async (): Promise<void> => {
      Loaded = (await load().catch(() => undefined))?.default
    },
  }
}
