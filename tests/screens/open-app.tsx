import { act, type RenderResult, render } from '@testing-library/react'
import { App } from '#web/app/app.tsx'
import { storeToken } from '#web/lib/token.ts'

/** Renders the web app at a path, signed in with the token if given. */
export const openApp = (path: string, token?: string): RenderResult => {
  if (token) storeToken(token)
  history.replaceState(null, '', path)
  return render(<App />)
}

/** Changes what follows the # of the address, as a link does that is pasted into the same tab. */
export const changeFragment = (fragment: string): void =>
  act(() => {
    history.pushState(null, '', `#${fragment}`)
    dispatchEvent(new PopStateEvent('popstate', { state: null }))
  })
