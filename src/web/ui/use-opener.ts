import { useRef } from 'react'

/** Remembers what had the focus when a layer opened, and gives it back. Radix does this only for its own triggers. */
export const useOpener = () => {
  const opener = useRef<Element | null>(null)
  const remember = () => {
    opener.current = document.activeElement
  }
  const giveBack = (event: Event) => {
    event.preventDefault()
    const lost = document.activeElement === document.body
    if (opener.current instanceof HTMLElement && opener.current.isConnected) opener.current.focus()
    else if (lost) document.querySelector('main')?.focus()
  }
  return { remember, giveBack }
}
