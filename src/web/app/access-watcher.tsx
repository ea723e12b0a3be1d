import { type MutationCacheNotifyEvent, type QueryCacheNotifyEvent, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { ApiError } from '#web/lib/requests/api-error.ts'
import { useSession } from '#web/session/session.tsx'

const isAccessLoss = (event: QueryCacheNotifyEvent | MutationCacheNotifyEvent): boolean =>
  event.type === 'updated' &&
  event.action.type === 'error' &&
  event.action.error instanceof ApiError &&
  event.action.error.code === 'subscription_required'

/** Reloads the user after a `subscription_required` error, so that the guard redirects. */
export const AccessWatcher = () => {
  const queryClient = useQueryClient()
  const { reload } = useSession()
  useEffect(() => {
    const onCacheEvent = (event: QueryCacheNotifyEvent | MutationCacheNotifyEvent) => {
      if (isAccessLoss(event)) reload().catch(() => undefined)
    }
    const unsubscribers = [
      queryClient.getQueryCache().subscribe(onCacheEvent),
      queryClient.getMutationCache().subscribe(onCacheEvent),
    ]
    return () => {
      for (const unsubscribe of unsubscribers) unsubscribe()
    }
  }, [queryClient, reload])
  return null
}
