import type { QueryClient } from '@tanstack/react-query'
import type { LiveChange } from '#contract/live/live.ts'
import type { Member } from '#contract/team/roles.ts'
import { leadsKey } from '#web/leads/api.ts'
import { maxEarlyAgeMs } from '#web/lib/requests/early-request.ts'
import { notificationsQuery } from '#web/notifications/api.ts'
import { createChangeApplier } from './apply-changes.ts'
import { shareStream } from './share-stream.ts'

/** A response reflects the time of its query, which is earlier than that of its arrival. */
const queryMs = 5000

interface LivePage {
  queryClient: QueryClient
  member: Member
  /** Reloads the user, whose access may have changed. */
  reload: () => Promise<void>
}

/** Shows the team's changes on this page as they happen. Returns a stop function. */
export const startLive = ({ queryClient, member, reload }: LivePage): (() => void) => {
  const applier = createChangeApplier(queryClient, member)
  // The page may have taken its first responses as late as now, to requests that it sent when it opened.
  const marginMs = queryMs + Math.min(performance.now(), maxEarlyAgeMs)
  const reloadUser = () => void reload().catch(() => undefined)
  const refetchNotifications = () => void queryClient.invalidateQueries(notificationsQuery)
  const refetchAll = () => {
    applier.refetchSoon()
    applier.refetchTeam()
    refetchNotifications()
  }
  const stop = shareStream(member._id, {
    onStale: loadedBeforeMs => {
      const queries = queryClient.getQueryCache().findAll({ queryKey: leadsKey })
      // A query that still loads counts as loaded now.
      const isOld = queries.some(({ state }) => (state.dataUpdatedAt || Date.now()) < loadedBeforeMs + marginMs)
      if (isOld) applier.refetchSoon()
      refetchNotifications()
    },
    onEvent: ({ name, data }) => {
      if (name === 'change') applier.add(JSON.parse(data) as LiveChange)
      if (name === 'resync') applier.refetchSoon()
      if (name === 'resync' || name === 'notification') refetchNotifications()
      if (name === 'team') refetchAll()
      if (name !== 'access') return
      refetchAll()
      reloadUser()
    },
    onDenied: reloadUser,
  })
  return () => {
    stop()
    applier.stop()
  }
}
