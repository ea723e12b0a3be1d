import { type ReactNode, useState, ViewTransition } from 'react'
import { useLocation, useNavigationType } from 'react-router'
import { prefersReducedMotion } from '#web/lib/window/prefers-reduced-motion.ts'

// Phones animate swipe navigation themselves; a second animation would stutter.
let browserAnimates = false
addEventListener('popstate', event => {
  browserAnimates = event.hasUAVisualTransition
})

/**
 * Animates route changes. Guards belong above this component, or a redirect would animate twice. React starts a view transition for
 * each new `ViewTransition`, even without animation, and the browser then holds the page back: the first page has a name of its own.
 */
export function PageTransition({ isFirst, children }: { isFirst: boolean; children: ReactNode }) {
  const { pathname } = useLocation()
  const page = <PageRoot isFirst={isFirst}>{children}</PageRoot>
  if (isFirst) return page
  // CSS alone is not enough: a transition without animation still shows both pages for one frame.
  const moves = prefersReducedMotion() ? 'none' : 'page'
  return (
    <ViewTransition key={pathname} default="none" enter={moves} exit={moves}>
      {page}
    </ViewTransition>
  )
}

/** React runs no view transition on Back and Forward, so this component animates the page. */
function PageRoot({ isFirst, children }: { isFirst: boolean; children: ReactNode }) {
  const isPop = useNavigationType() === 'POP'
  const [comesIn] = useState(isPop && !browserAnimates)
  return <div className={isFirst ? 'first-page' : comesIn ? 'page-in' : undefined}>{children}</div>
}
