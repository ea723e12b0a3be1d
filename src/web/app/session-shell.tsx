import { type ReactNode, useEffect } from 'react'
import { SessionProvider } from '#web/session/session.tsx'
import { LiveRegion } from '#web/ui/live-region.tsx'
import { registerServiceWorker } from './register-service-worker.ts'
import { RouteGuard, type ScreenAccess } from './route-guard.tsx'

/** Around every screen that depends on who looks. A chunk of its own: the landing page goes without. */
export default function SessionShell({ access, children }: { access: ScreenAccess; children: ReactNode }) {
  useEffect(registerServiceWorker, [])
  return (
    <SessionProvider>
      <RouteGuard access={access}>{children}</RouteGuard>
      <LiveRegion />
    </SessionProvider>
  )
}
