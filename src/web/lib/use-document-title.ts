import { useLayoutEffect } from 'react'
import { brand } from './brand.ts'

/** Sets the title, for example "Perfil – Fechou", until the next page sets its own. */
export function useDocumentTitle(screen: string): void {
  useLayoutEffect(() => {
    document.title = `${screen} – ${brand()}`
  }, [screen])
}
