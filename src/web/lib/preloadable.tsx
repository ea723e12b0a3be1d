import { type ComponentType, lazy, useState } from 'react'

/** Works like React's `lazy`. After a successful `preload`, the component renders without suspending. */
export const preloadable = <Props extends object = object>(load: () => Promise<{ default: ComponentType<Props> }>) => {
  const Lazy = lazy(load) as ComponentType<Props>
  let Loaded: ComponentType<Props> | undefined
  return {
    Component: (props: Props) => {
      const [Chosen] = useState(() => Loaded ?? Lazy)
      return <Chosen {...props} />
    },
    /** A failed load shows on render, not here. */
    preload: async (): Promise<void> => {
      Loaded = (await load().catch(() => undefined))?.default
    },
  }
}
