import { trustedScriptUrl } from '#web/lib/trusted-script-url.ts'

const url = '/sw.js'

/** Lets the installed app open without a connection. Not while developing, where every file would be an old one. */
export const registerServiceWorker = (): void => {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  const register = () => {
    // A browser that keeps nothing, as in a private window, refuses: the app works all the same.
    navigator.serviceWorker.register(trustedScriptUrl('service-worker', url)).catch(() => undefined)
  }
  // What the screen itself needs comes first.
  if (document.readyState === 'complete') setTimeout(register)
  else window.addEventListener('load', () => setTimeout(register), { once: true })
}
