import { type ReactNode, useEffect } from 'react'
import { whenIdle } from '#web/lib/window/when-idle.ts'
import { SessionProvider } from '#web/session/session.tsx'
import { LiveRegion } from '#web/ui/live-region.tsx'
import { RouteGuard, type ScreenAccess } from './route-guard.tsx'

const enableOfflineUse = (): void =>
  void import('./register-service-worker.ts').then(
    ({ registerServiceWorker }) => registerServiceWorker(),
    () => undefined,
  )

/** Wraps every page that depends on the session. A separate chunk, which the landing page does not load. */
export default function SessionShell({ access, children }: { access: ScreenAccess; children: ReactNode }) {
  useEffect(() => whenIdle(enableOfflineUse), [])
  return (
    <SessionProvider>
      <RouteGuard access={access}>{children}</RouteGuard>
      <LiveRegion />
    </SessionProvider>
  )
}
