import { type ComponentType, type ReactNode, startTransition, useEffect, useState } from 'react'

/**
 * Loads a component on render, or before by `preload`, and shows it at once: React would show a part that suspended 300 ms after
 * its fallback. A failed load throws on render.
 */
export const deferredComponent = <Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  fallback: ReactNode = null,
) => {
  let Loaded: ComponentType<Props> | undefined
  const loadPart = async (): Promise<ComponentType<Props>> => {
    Loaded = (await load()).default
    return Loaded
  }
  return {
    Component: (props: Props) => {
      const [part, setPart] = useState<{ Component?: ComponentType<Props> | undefined; error?: unknown }>({
        Component: Loaded,
      })
      useEffect(() => {
        if (part.Component || part.error) return
        let isMounted = true
        const load = () =>
          loadPart().then(
            Component => isMounted && startTransition(() => setPart({ Component })),
            error => isMounted && setPart({ error }),
          )
        // A task of its own: beginning to load takes a slow phone some milliseconds, and a page has several parts.
        const timer = setTimeout(load)
        return () => {
          isMounted = false
          clearTimeout(timer)
        }
      }, [part])
      if (part.error) throw part.error
      return part.Component ? <part.Component {...props} /> : fallback
    },
    /** A failed load shows on render, not here. */
    preload: (): void => void loadPart().catch(() => undefined),
  }
}
