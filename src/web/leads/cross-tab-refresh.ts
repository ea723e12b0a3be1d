import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { invalidateLeads } from './api.ts'
import { isCarrying } from './carrying.ts'

const channelName = 'leads'
// Of many changes in a row the board is read once.
const debounceMs = 250

let channel: BroadcastChannel | undefined

const openChannel = (): BroadcastChannel | undefined =>
  typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel(channelName)

/** To the browser's other tabs: leads have been written. What was, they ask the server, each under its own session. */
export const notifyOtherTabs = (): void => {
  // The channel that this tab listens to, where it does: that one does not hear itself.
  const sender = channel ?? openChannel()
  sender?.postMessage(null)
  if (sender !== channel) sender?.close()
}

/** After every write of leads. */
export const refreshLeadsEverywhere = (queryClient: QueryClient): Promise<void> => {
  notifyOtherTabs()
  return invalidateLeads(queryClient)
}

/** Reads leads again when they were written elsewhere; while a card is carried, once it has been put down. */
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
