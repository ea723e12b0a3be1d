import { useRef } from 'react'

/** Remembers what had the focus when a layer opened, and gives it back. Radix does this only for its own triggers. */
export const useOpener = () => {
  const opener = useRef<Element | null>(null)
  const remember = () => {
    opener.current = document.activeElement
  }
  const giveBack = (event: Event) => {
    event.preventDefault()
    const { body, activeElement } = document
    const target = opener.current
    if (target instanceof HTMLElement && target.isConnected && target !== body) target.focus()
    else if (activeElement === body) document.querySelector('main')?.focus()
  }
  return { remember, giveBack }
}
