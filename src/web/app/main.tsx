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
// Hydrating a prerendered page that suspends discards its DOM, and with it the focus. Any other page that suspends would show
// 300 ms after its fallback at the earliest. So the code loads first. React renders a transition in slices, between which the browser
// can respond.
if (root.hasChildNodes()) void loaded.then(() => startTransition(() => void hydrateRoot(root, app)))
else {
  const reactRoot = createRoot(root)
  reactRoot.render(<LoadingScreen pathname={location.pathname} />)
  void loaded.then(() => startTransition(() => reactRoot.render(app)))
}
