import { logoUrl } from './brand.ts'
import { brandStyleSheet, deriveBrandColors } from './brand-colors.ts'
import type { ShownBrand } from './shown-brand.ts'

/** The columns that pages need. */
export interface StoredBrand {
  nome: string | null
  color: string | null
  logo_sha: string | null
}

/** Returns the brand for pages about the account's work. Ask the entitlements first: a plan may not hold it. */
export const toShownBrand = (accountId: string, { nome, color, logo_sha: sha }: StoredBrand): ShownBrand => ({
  ...(nome !== null && { nome }),
  ...(color !== null && { style: brandStyleSheet(deriveBrandColors(color)) }),
  ...(sha !== null && { logo: logoUrl(accountId, sha) }),
})
