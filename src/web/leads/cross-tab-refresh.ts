import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { invalidateLeads } from './api.ts'
import { isCarrying } from './carrying.ts'

const channelName = 'leads'
// Groups consecutive changes into a single refetch.
const debounceMs = 250

let channel: BroadcastChannel | undefined

const openChannel = (): BroadcastChannel | undefined =>
  typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel(channelName)

/** Notifies other tabs that leads changed. Each tab refetches under its own session. */
export const notifyOtherTabs = (): void => {
  // A channel does not receive its own messages, so this tab sends through the channel that it listens to.
  const sender = channel ?? openChannel()
  sender?.postMessage(null)
  if (sender !== channel) sender?.close()
}

/** Call after every write of leads. */
export const refreshLeadsEverywhere = (queryClient: QueryClient): Promise<void> => {
  notifyOtherTabs()
  return invalidateLeads(queryClient)
}

/** For `onSettled` of a write. A failure does not wait for the leads, so that it shows and can be repeated at once. */
export const refreshLeadsAfterWrite = (queryClient: QueryClient, error: unknown): Promise<void> | undefined => {
  const refreshed = refreshLeadsEverywhere(queryClient)
  return error ? undefined : refreshed
}

/** Refetches leads after writes elsewhere. Waits for the end of a drag. */
export const useCrossTabRefresh = (): void => {
  const queryClient = useQueryClient()
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const refresh = () => {
      timer = undefined
      if (isCarrying()) refreshSoon()
      else void invalidateLeads(queryClient)
    }
    const refreshSoon = () => {
      timer ??= setTimeout(refresh, debounceMs)
    }
    const own = openChannel()
    channel = own
    own?.addEventListener('message', refreshSoon)
    return () => {
      clearTimeout(timer)
      own?.close()
      if (channel === own) channel = undefined
    }
  }, [queryClient])
}
