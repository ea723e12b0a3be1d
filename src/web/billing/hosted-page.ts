/** The provider named no page that a browser could be sent to. */
export class InvalidPageUrlError extends Error {
  constructor() {
    super('Stripe não carregado')
  }
}

/** An address of the web and nothing that would run in our page. */
export const parseHttpUrl = (url: string | null): string | undefined => {
  const parsed = URL.parse(url ?? '')
  return parsed && /^https?:$/.test(parsed.protocol) ? parsed.href : undefined
}

const redirectTimeoutMs = 10_000

/**
 * Goes to a page of the provider and resolves when the browser, after so long, is still here: somebody has stopped
 * it. Until then whoever waits is busy, so that nobody asks twice.
 */
export const redirectTo = async (url: string): Promise<void> => {
  const target = parseHttpUrl(url)
  if (!target) throw new InvalidPageUrlError()
  window.location.assign(target)
  await new Promise(resolve => setTimeout(resolve, redirectTimeoutMs))
}
