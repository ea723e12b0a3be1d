import { focusManager, onlineManager, QueryClient } from '@tanstack/react-query'
import { ApiError } from './api-error.ts'
import { onWindowUsed } from './window-use.ts'

const retries = 2

/** What may pass by itself: the network and the server's own failures. */
export const isTransient = (error: unknown): boolean =>
  error instanceof ApiError && (error.code === 'network' || error.status >= 500)

/** Only that is tried again without being asked; after an answer that never came, waiting as long again is no answer. */
export const shouldRetry = (failures: number, error: unknown): boolean =>
  failures < retries && isTransient(error) && !(error as ApiError).isTimeout

export const createQueryClient = (): QueryClient => {
  // The library hears of changes only: a page that opens without a connection has to say so.
  onlineManager.setOnline(navigator.onLine)
  // And it takes two windows side by side for one that is always in use.
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
