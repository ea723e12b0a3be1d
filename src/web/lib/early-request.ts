/** What public/start.js asked for while the code was loading. */
export interface EarlyRequest {
  url: string
  token: string
  response: Promise<Response>
  controller: AbortController
}

declare global {
  interface Window {
    earlyRequest?: EarlyRequest | undefined
  }
}

/** An older response could tell of a session that has ended since. */
const maxAgeMs = 20_000

/** Returns the response to the early request, once, for the same URL and token. */
export const takeEarlyResponse = (
  url: string,
  token: string | null,
  signal: AbortSignal,
): Promise<Response> | undefined => {
  const early = window.earlyRequest
  if (early?.url !== url) return undefined
  window.earlyRequest = undefined
  if (early.token !== token || performance.now() > maxAgeMs) return undefined
  signal.addEventListener('abort', () => early.controller.abort(), { once: true })
  return early.response
}
