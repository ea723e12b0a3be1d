import { useLayoutEffect, useRef } from 'react'
import { useLocation, useNavigationType } from 'react-router'

/** After a navigation, what a page load would do: begin at the top, and tell a screen reader where one is. */
export function useRouteFocus(): void {
  const { pathname } = useLocation()
  const isPop = useNavigationType() === 'POP'
  const lastPathname = useRef(pathname)

  useLayoutEffect(() => {
    if (lastPathname.current === pathname) return
    lastPathname.current = pathname
    // On back and forward the browser restores where one was.
    if (!isPop) scrollTo(0, 0)
    const heading = document.querySelector('h1')
    if (!heading) return
    heading.tabIndex = -1
    heading.focus({ preventScroll: true })
  }, [pathname, isPop])
}
