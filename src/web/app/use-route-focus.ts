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
    // A page that still loads has no heading. Its main part holds the focus until then.
    const target = document.querySelector('h1') ?? document.getElementById('conteudo')
    if (!target) return
    target.tabIndex = -1
    target.focus({ preventScroll: true })
  }, [pathname, isPop])
}
