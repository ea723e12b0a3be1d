import { accountBrand } from '#web/lib/account-brand.ts'
import { brand } from '#web/lib/brand.ts'

/** Whose report it is. */
export interface ReportBrand {
  brandName: string
  /** A PNG. */
  logo?: Uint8Array
}

const logoTimeoutMs = 8000

/** Loads the logo. A report without it is better than none. */
const loadLogo = async (url: string): Promise<Uint8Array | undefined> => {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(logoTimeoutMs) })
    return response.ok ? new Uint8Array(await response.arrayBuffer()) : undefined
  } catch {
    return undefined
  }
}

/** Returns the account's brand while its plan holds one, else the product's. */
export const loadReportBrand = async (): Promise<ReportBrand> => {
  const own = accountBrand()
  const logo = own?.logo && (await loadLogo(own.logo))
  return { brandName: own?.nome ?? brand(), ...(logo && { logo }) }
}
