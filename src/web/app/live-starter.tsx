import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { whenIdle } from '#web/lib/window/when-idle.ts'
import { mayNow, useSession } from '#web/session/session.tsx'

/** Starts the live updates of a user who sees leads, once the page is idle. */
export default function LiveStarter() {
  const queryClient = useQueryClient()
  const session = useSession()
  const { reload } = session
  const { _id, team_role } = session.member ?? {}
  const maySeeLeads = mayNow('leads.follow', session)
  useEffect(() => {
    if (!_id || !team_role || !maySeeLeads) return
    let stop: (() => void) | undefined
    let isOver = false
    const start = async () => {
      const { startLive } = await import('#web/live/start-live.ts')
      if (!isOver) stop = startLive({ queryClient, member: { _id, team_role }, reload })
    }
    const cancel = whenIdle(() => void start().catch(() => undefined))
    return () => {
      isOver = true
      cancel()
      stop?.()
    }
  }, [queryClient, _id, team_role, maySeeLeads, reload])
  return null
}
