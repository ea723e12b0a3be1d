import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { ApiError } from '#web/lib/requests/api-error.ts'
import { useSession } from '#web/session/session.tsx'
import { adminKey } from './api.ts'

/** After a revoked role, removes the loaded administrator data and reloads the user. */
export const useRevokedAdmin = (...errors: unknown[]): void => {
  const { reload } = useSession()
  const queryClient = useQueryClient()
  const isForbidden = errors.some(error => error instanceof ApiError && error.code === 'forbidden')
  useEffect(() => {
    if (!isForbidden) return
    reload()
      .then(() => queryClient.removeQueries({ queryKey: adminKey }))
      .catch(() => undefined)
  }, [isForbidden, reload, queryClient])
}
