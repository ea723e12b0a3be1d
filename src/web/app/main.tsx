import '#web/styles/app.css'
import { StrictMode } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { noteFocus } from '#web/ui/last-focus.ts'
import { App } from './app.tsx'

noteFocus()

const root = document.getElementById('root')
if (!root) throw new Error('the page has no #root')
const app = (
  <StrictMode>
    <App />
  </StrictMode>
)
// The landing page comes rendered.
if (root.hasChildNodes()) hydrateRoot(root, app)
else createRoot(root).render(app)
