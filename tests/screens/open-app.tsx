import { type RenderResult, render } from '@testing-library/react'
import { App } from '#web/app/app.tsx'
import { storeToken } from '#web/lib/token.ts'

/** The whole web app at an address, as the browser of whoever holds the token would open it. */
export const openApp = (path: string, token?: string): RenderResult => {
  if (token) storeToken(token)
  history.replaceState(null, '', path)
  return render(<App />)
}
