import { useLayoutEffect, useRef } from 'react'
import { useLocation, useNavigationType } from 'react-router'
import { useWindowEvent } from '#web/lib/window-event.ts'

/** After a navigation, what a page load would do: scroll to where it belongs, and tell a screen reader where one is. */
export function useArrival(): void {
  const { pathname, key } = useLocation()
  const isPop = useNavigationType() === 'POP'
  const lastPathname = useRef(pathname)
  const scrolled = useRef(new Map<string, number>())
  useWindowEvent('scroll', () => scrolled.current.set(key, scrollY))

  useLayoutEffect(() => {
    if (lastPathname.current === pathname) return
    lastPathname.current = pathname
    // The browser restores too early, while the screen that is left still stands.
    scrollTo(0, isPop ? (scrolled.current.get(key) ?? 0) : 0)
    const heading = document.querySelector('h1')
    if (!heading) return
    heading.tabIndex = -1
    heading.focus({ preventScroll: true })
  }, [pathname, key, isPop])
}
