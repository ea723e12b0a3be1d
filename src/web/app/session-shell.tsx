import { type ReactNode, useEffect } from 'react'
import { SessionProvider } from '#web/session/session.tsx'
import { LiveRegion } from '#web/ui/live-region.tsx'
import { registerServiceWorker } from './register-service-worker.ts'
import { RouteGuard, type ScreenAccess } from './route-guard.tsx'

/** Wraps every page that depends on the session. A separate chunk, which the landing page does not load. */
export default function SessionShell({ access, children }: { access: ScreenAccess; children: ReactNode }) {
  useEffect(registerServiceWorker, [])
  return (
    <SessionProvider>
      <RouteGuard access={access}>{children}</RouteGuard>
      <LiveRegion />
    </SessionProvider>
  )
}
