import { useEffect } from 'react'

declare global {
  interface Window {
    /** Form of a prerendered page that was sent last; public/start.js writes it. */
    earlySubmit?: EventTarget | null | undefined
  }
}

/** Sends the form that the user sent before the page's code had arrived. */
export const useEarlySubmit = (): void =>
  useEffect(() => {
    const form = window.earlySubmit
    window.earlySubmit = undefined
    if (form instanceof HTMLFormElement && form.isConnected) form.requestSubmit()
  }, [])
