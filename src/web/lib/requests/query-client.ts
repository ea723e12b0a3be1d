import { focusManager, onlineManager, QueryClient, type QueryKey } from '@tanstack/react-query'
import { onWindowUsed } from '../window/window-use.ts'
import { ApiError } from './api-error.ts'

const retries = 2

/** Returns whether a retry may succeed: network failures and server errors. */
export const isTransient = (error: unknown): boolean =>
  error instanceof ApiError && (error.code === 'network' || error.status >= 500)

/** Retries transient errors only. A timeout is not retried, because the user would wait as long again. */
export const shouldRetry = (failures: number, error: unknown): boolean =>
  failures < retries && isTransient(error) && !(error as ApiError).isTimeout

/**
 * Fetches again what a write may have changed: everything without a key. Returned from `onSettled`, a success waits for it. A
 * failure does not, so that a form can be sent again at once.
 */
export const refetchAfterWrite = (
  client: QueryClient,
  queryKey: QueryKey | undefined,
  error: Error | null,
): Promise<void> | undefined => {
  const fetched = client.invalidateQueries(queryKey && { queryKey })
  return error ? undefined : fetched
}

export const createQueryClient = (): QueryClient => {
  // TanStack Query observes changes only, so set the initial state of a page opened offline.
  onlineManager.setOnline(navigator.onLine)
  // The default treats a window next to another as always focused.
  focusManager.setEventListener(tell => onWindowUsed(() => tell()))
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        refetchOnWindowFocus: true,
        retry: shouldRetry,
      },
    },
  })
}
