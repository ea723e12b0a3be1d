/** What public/start.js asked for while the code was loading. */
export interface EarlyRequest {
  token: string
  response: Promise<Response>
  controller: AbortController
}

declare global {
  interface Window {
    /** By URL. */
    earlyRequests?: Record<string, EarlyRequest>
  }
}

/** An older response could tell of a session that has ended since, or of leads that have changed. */
export const maxEarlyAgeMs = 20_000

/** Returns the response to an early request, once, for the same URL and token. */
export const takeEarlyResponse = (
  url: string,
  token: string | null,
  signal: AbortSignal,
): Promise<Response> | undefined => {
  const early = window.earlyRequests?.[url]
  delete window.earlyRequests?.[url]
  if (early?.token !== token || performance.now() > maxEarlyAgeMs) return undefined
  signal.addEventListener('abort', () => early.controller.abort(), { once: true })
  return early.response
}
