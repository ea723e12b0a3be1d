import { useLayoutEffect } from 'react'
import { brand } from './brand.ts'

/** "Perfil – Fechou" as soon as the screen is shown, and until another is. */
export function useDocumentTitle(screen: string): void {
  useLayoutEffect(() => {
    document.title = `${screen} – ${brand()}`
  }, [screen])
}
