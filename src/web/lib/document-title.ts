import { useEffect } from 'react'
import { brand } from './brand.ts'

/** "Perfil – Fechou" while the screen is shown. */
export function useDocumentTitle(screen: string): void {
  useEffect(() => {
    document.title = `${screen} – ${brand()}`
  }, [screen])
}
