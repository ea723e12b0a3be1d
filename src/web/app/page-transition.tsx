import { type ReactNode, useState, ViewTransition } from 'react'
import { useLocation, useNavigationType } from 'react-router'
import { prefersReducedMotion } from '#web/lib/prefers-reduced-motion.ts'

// Phones already slide the page when one swipes back; a second animation on top would stutter.
let browserAnimates = false
addEventListener('popstate', event => {
  browserAnimates = event.hasUAVisualTransition
})

/** Fades and slides from screen to screen. Guards belong above it: a redirect inside would animate twice. */
export function PageTransition({ isFirst, children }: { isFirst: boolean; children: ReactNode }) {
  const { pathname } = useLocation()
  // Not left to the styles alone: a transition without animation still shows both screens at once for a frame.
  const moves = prefersReducedMotion() ? 'none' : 'page'
  return (
    <ViewTransition key={pathname} default="none" enter={isFirst ? 'none' : moves} exit={moves}>
      <PageRoot isFirst={isFirst}>{children}</PageRoot>
    </ViewTransition>
  )
}

/** React runs no view transition on back and forward, so there the page comes in by itself. */
function PageRoot({ isFirst, children }: { isFirst: boolean; children: ReactNode }) {
  const isPop = useNavigationType() === 'POP'
  const [comesIn] = useState(isPop && !isFirst && !browserAnimates)
  return <div className={comesIn ? 'page-in' : undefined}>{children}</div>
}
