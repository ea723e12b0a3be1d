import { useLayoutEffect } from 'react'
import { accountBrand } from './account-brand.ts'
import { brand } from './brand.ts'

/** Sets the title, for example "Perfil – Fechou", until the next page sets its own. */
export function useDocumentTitle(screen: string): void {
  const name = accountBrand()?.nome ?? brand()
  useLayoutEffect(() => {
    document.title = `${screen} – ${name}`
  }, [screen, name])
}
