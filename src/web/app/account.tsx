import { type ReactNode, useEffect } from 'react'
import { SessionProvider } from '#web/auth/session.tsx'
import { LiveRegion } from '#web/ui/live-region.tsx'
import { Guard, type ScreenAccess } from './guard.tsx'
import { registerServiceWorker } from './register-service-worker.ts'

/** Around every screen that depends on who looks. A chunk of its own: the landing page goes without. */
export default function Account({ access, children }: { access: ScreenAccess; children: ReactNode }) {
  useEffect(registerServiceWorker, [])
  return (
    <SessionProvider>
      <Guard access={access}>{children}</Guard>
      <LiveRegion />
    </SessionProvider>
  )
}
