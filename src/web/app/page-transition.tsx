import { type ReactNode, useState, ViewTransition } from 'react'
import { useLocation, useNavigationType } from 'react-router'
import { prefersReducedMotion } from '#web/lib/prefers-reduced-motion.ts'

// Phones animate swipe navigation themselves; a second animation would stutter.
let browserAnimates = false
addEventListener('popstate', event => {
  browserAnimates = event.hasUAVisualTransition
})

/** Animates route changes. Guards belong above this component, or a redirect would animate twice. */
export function PageTransition({ isFirst, children }: { isFirst: boolean; children: ReactNode }) {
  const { pathname } = useLocation()
  // CSS alone is not enough: a transition without animation still shows both pages for one frame.
  const moves = prefersReducedMotion() ? 'none' : 'page'
  return (
    <ViewTransition key={pathname} default="none" enter={isFirst ? 'none' : moves} exit={moves}>
      <PageRoot isFirst={isFirst}>{children}</PageRoot>
    </ViewTransition>
  )
}

/** React runs no view transition on Back and Forward, so this component animates the page. */
function PageRoot({ isFirst, children }: { isFirst: boolean; children: ReactNode }) {
  const isPop = useNavigationType() === 'POP'
  const [comesIn] = useState(isPop && !isFirst && !browserAnimates)
  return <div className={comesIn ? 'page-in' : undefined}>{children}</div>
}
