/** `URL.parse`, which Safari has since version 18 only. Returns `undefined` for text that is no URL. */
export const parseUrl = (text: string, base?: string): URL | undefined => {
  try {
    return new URL(text, base)
  } catch {
    return undefined
  }
}
