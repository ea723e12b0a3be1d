import type { ShownBrand } from '#contract/brand/shown-brand.ts'

let current: ShownBrand | undefined

/** Call when a session starts, changes or ends, before its pages render. */
export const setAccountBrand = (brand: ShownBrand | undefined): void => {
  current = brand
}

/** Returns the brand on pages about the account's work. Sign-in, plans and administration keep the product's own. */
export const accountBrand = (): ShownBrand | undefined =>
  current && /^\/(dashboard|profile)/i.test(location.pathname) ? current : undefined
