import '#web/styles/app.css'
import { StrictMode } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { readToken } from '#web/lib/token.ts'
import { trackFocus } from '#web/ui/last-focus.ts'
import { swallowSecondClicks } from '#web/ui/overlays/second-click.ts'
import { App } from './app.tsx'
import { preloadScreen } from './screens.tsx'

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
// Hydrating a prerendered page that suspends discards its DOM, and with it the focus. So the code of the page loads
// first.
if (root.hasChildNodes()) void preloadScreen(location.pathname).then(() => hydrateRoot(root, app))
else createRoot(root).render(app)
