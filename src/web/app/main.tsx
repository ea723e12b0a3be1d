import '#web/styles/app.css'
import { StrictMode, startTransition } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { readToken } from '#web/lib/token.ts'
import { trackFocus } from '#web/ui/last-focus.ts'
import { swallowSecondClicks } from '#web/ui/overlays/second-click.ts'
import { App } from './app.tsx'
import { LoadingScreen, preloadScreen } from './screens.tsx'

trackFocus()
swallowSecondClicks()

const root = document.getElementById('root')
if (!root) throw new Error('the page has no #root')
const app = (
  <StrictMode>
    <App />
  </StrictMode>
)
const isForVisitor =
  root.dataset.guest === undefined || (!readToken() && !new URLSearchParams(location.search).has('success'))
delete root.dataset.guest
if (!isForVisitor) root.replaceChildren()
const loaded = preloadScreen(location.pathname)
// A page that suspends loses what was prerendered, and with it the focus. Elsewhere, React would show the page 300 ms after
// its placeholder, even if the code came at once.
if (root.hasChildNodes()) void loaded.then(() => hydrateRoot(root, app))
else {
  const reactRoot = createRoot(root)
  reactRoot.render(<LoadingScreen pathname={location.pathname} />)
  // In a transition, React lets the browser go between.
  void loaded.then(() => startTransition(() => reactRoot.render(app)))
}
