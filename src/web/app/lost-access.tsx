import { type MutationCacheNotifyEvent, type QueryCacheNotifyEvent, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useSession } from '#web/auth/session.tsx'
import { ApiError } from '#web/lib/api-error.ts'

const isLoss = (event: QueryCacheNotifyEvent | MutationCacheNotifyEvent): boolean =>
  event.type === 'updated' &&
  event.action.type === 'error' &&
  event.action.error instanceof ApiError &&
  event.action.error.code === 'subscription_required'

/** When the server closes the working screens while one is in use, the guard learns why, and leads out of it. */
export const LostAccess = () => {
  const queryClient = useQueryClient()
  const { reload } = useSession()
  useEffect(() => {
    const hear = (event: QueryCacheNotifyEvent | MutationCacheNotifyEvent) => {
      if (isLoss(event)) reload().catch(() => undefined)
    }
    const ways = [queryClient.getQueryCache().subscribe(hear), queryClient.getMutationCache().subscribe(hear)]
    return () => {
      for (const leave of ways) leave()
    }
  }, [queryClient, reload])
  return null
}
