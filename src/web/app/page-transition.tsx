import { type ReactNode, useState, ViewTransition } from 'react'
import { useLocation, useNavigationType } from 'react-router'

// Phones already slide the page when one swipes back; a second animation on top would stutter.
let browserAnimates = false
addEventListener('popstate', event => {
  browserAnimates = event.hasUAVisualTransition
})

/** Fades and slides from screen to screen. Guards belong above it: a redirect inside would animate twice. */
export function PageTransition({ children }: { children: ReactNode }) {
  const { pathname } = useLocation()
  return (
    <ViewTransition key={pathname} default="none" enter="page" exit="page">
      <PageRoot>{children}</PageRoot>
    </ViewTransition>
  )
}

/** React runs no view transition on back and forward, so there the page comes in by itself. */
function PageRoot({ children }: { children: ReactNode }) {
  const { key } = useLocation()
  const isPop = useNavigationType() === 'POP'
  const [comesIn] = useState(isPop && key !== 'default' && !browserAnimates)
  return <div className={comesIn ? 'page-in' : undefined}>{children}</div>
}
