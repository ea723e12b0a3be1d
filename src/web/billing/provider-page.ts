/** The provider named no page that a browser could be sent to. */
export class NoProviderPage extends Error {
  constructor() {
    super('Stripe não carregado')
  }
}

/** An address of the web and nothing that would run in our page. */
export const webAddress = (address: string | null): string | undefined => {
  const url = URL.parse(address ?? '')
  return url && /^https?:$/.test(url.protocol) ? url.href : undefined
}

const leaveMs = 10_000

/**
 * Goes to a page of the provider and resolves when the browser, after so long, is still here: somebody has stopped
 * it. Until then whoever waits is busy, so that nobody asks twice.
 */
export const leaveFor = async (address: string): Promise<void> => {
  const target = webAddress(address)
  if (!target) throw new NoProviderPage()
  window.location.assign(target)
  await new Promise(resolve => setTimeout(resolve, leaveMs))
}
