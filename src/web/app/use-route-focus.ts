import { useLayoutEffect, useRef } from 'react'
import { useLocation, useNavigationType } from 'react-router'

/** Scrolls to the top and moves the focus after a navigation, as a page load does. */
export function useRouteFocus(): void {
  const { pathname } = useLocation()
  const isPop = useNavigationType() === 'POP'
  const lastPathname = useRef(pathname)

  useLayoutEffect(() => {
    if (lastPathname.current === pathname) return
    lastPathname.current = pathname
    // The browser restores the scroll position on Back and Forward.
    if (!isPop) scrollTo(0, 0)
    const heading = document.querySelector('h1')
    if (!heading) return
    heading.tabIndex = -1
    heading.focus({ preventScroll: true })
  }, [pathname, isPop])
}
