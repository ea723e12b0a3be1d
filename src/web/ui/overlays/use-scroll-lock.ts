import { useLayoutEffect } from 'react'

let locks = 0

const lock = () => {
  locks += 1
  if (locks > 1) return
  const root = document.documentElement
  const scrollbarPx = window.innerWidth - root.clientWidth
  root.style.overflow = 'hidden'
  root.setAttribute('data-scroll-locked', '')
  document.body.style.paddingRight = `${scrollbarPx}px`
}

const unlock = () => {
  locks -= 1
  if (locks > 0) return
  document.documentElement.style.overflow = ''
  document.documentElement.removeAttribute('data-scroll-locked')
  document.body.style.paddingRight = ''
}

/** Locks page scrolling while any overlay is open and preserves the page width. */
export const useScrollLock = (open: boolean) => {
  useLayoutEffect(() => {
    if (!open) return
    lock()
    return unlock
  }, [open])
}
