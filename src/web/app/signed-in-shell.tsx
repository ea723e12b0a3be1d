import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { describeUnsentMoves } from '#web/leads/board/moves/move-queue.ts'
import { createQueryClient } from '#web/lib/requests/query-client.ts'
import { UnsentWorkContext } from '#web/shell/sign-out.tsx'
import { lazyComponent } from '#web/ui/loading/lazy-component.tsx'
import { Toaster } from '#web/ui/toasts/toast.tsx'
import { AccessWatcher } from './access-watcher.tsx'
import { PaletteStarter } from './palette-starter.tsx'

const LiveStarter = lazyComponent(() => import('./live-starter.tsx'))

/** The last member's cache. React starts a first render anew whenever a part of it suspends, and must find what that part loaded. */
let cache: { memberId: string; queryClient: QueryClient } | undefined

const queryClientOf = (memberId: string): QueryClient => {
  if (cache?.memberId !== memberId) cache = { memberId, queryClient: createQueryClient() }
  return cache.queryClient
}

/** Holds the query cache and toasts of one member. Unmounting at sign-out clears both. */
export default function SignedInShell({ memberId, children }: { memberId: string; children: ReactNode }) {
  const [queryClient] = useState(() => queryClientOf(memberId))
  useEffect(
    () => () => {
      void queryClient.cancelQueries()
      queryClient.clear()
      if (cache?.queryClient === queryClient) cache = undefined
    },
    [queryClient],
  )
  useEffect(() => {
    const loading = import('#web/ui/keep-focus.ts').then(({ keepFocus }) => keepFocus()).catch(() => undefined)
    return () => void loading.then(stop => stop?.())
  }, [])
  return (
    <QueryClientProvider client={queryClient}>
      <AccessWatcher />
      <PaletteStarter />
      <LiveStarter />
      <UnsentWorkContext value={describeUnsentMoves}>{children}</UnsentWorkContext>
      <Toaster />
    </QueryClientProvider>
  )
}
