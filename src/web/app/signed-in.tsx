import { QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { UnsentWork } from '#web/auth/sign-out.tsx'
import { unsentMoves } from '#web/leads/waiting-moves.ts'
import { createQueryClient } from '#web/lib/query-client.ts'
import { Toaster } from '#web/ui/toast.tsx'
import { LostAccess } from './lost-access.tsx'

/** What one person's screens share. It goes when they sign out, and with it all that was read for them. */
export default function SignedIn({ children }: { children: ReactNode }) {
  const [queryClient] = useState(createQueryClient)
  useEffect(
    () => () => {
      void queryClient.cancelQueries()
      queryClient.clear()
    },
    [queryClient],
  )
  return (
    <QueryClientProvider client={queryClient}>
      <LostAccess />
      <UnsentWork value={unsentMoves}>{children}</UnsentWork>
      <Toaster />
    </QueryClientProvider>
  )
}
