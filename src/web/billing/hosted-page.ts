import { parseUrl } from '#web/lib/url/parse-url.ts'

/** The server returned no http URL for Stripe's page. */
export class InvalidPageUrlError extends Error {
  constructor() {
    super('Stripe não carregado')
  }
}

/** Accepts http and https URLs only, which excludes `javascript:`. */
export const parseHttpUrl = (url: string | null): string | undefined => {
  const parsed = parseUrl(url ?? '')
  return parsed && /^https?:$/.test(parsed.protocol) ? parsed.href : undefined
}

const redirectTimeoutMs = 10_000

/**
 * Navigates to Stripe's page. Resolves after a timeout if the user stopped the navigation; until then the button stays
 * busy.
 */
export const redirectTo = async (url: string): Promise<void> => {
  const target = parseHttpUrl(url)
  if (!target) throw new InvalidPageUrlError()
  window.location.assign(target)
  await new Promise(resolve => setTimeout(resolve, redirectTimeoutMs))
}
