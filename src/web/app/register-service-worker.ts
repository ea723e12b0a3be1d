import { trustedScriptUrl } from '#web/lib/trusted-script-url.ts'

const url = '/sw.js'

/** Lets the installed app open offline. Disabled in development, where cached files would be stale. */
export const registerServiceWorker = (): void => {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  const register = () => {
    // Private windows reject the registration; the app works without a service worker.
    navigator.serviceWorker.register(trustedScriptUrl('service-worker', url)).catch(() => undefined)
  }
  // Requests of the page itself come first.
  if (document.readyState === 'complete') setTimeout(register)
  else window.addEventListener('load', () => setTimeout(register), { once: true })
}
