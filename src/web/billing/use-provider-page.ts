import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useSession } from '#web/auth/session.tsx'
import { useWindowEvent } from '#web/lib/window-event.ts'
import { billingKey } from './api.ts'
import { leaveFor } from './provider-page.ts'

interface Handlers {
  onError?: (error: unknown) => void
}

/** Asks for a page of the payment provider and goes there. */
export function useProviderPage<Input = void>(find: (input: Input) => Promise<string>, { onError }: Handlers = {}) {
  const queryClient = useQueryClient()
  const { reload } = useSession()
  const opening = useMutation({
    mutationFn: async (input: Input) => leaveFor(await find(input)),
    networkMode: 'always',
    ...(onError && { onError }),
  })
  // Back from there, the browser may show this page just as it was left: at work, and as things stood before.
  useWindowEvent('pageshow', ({ persisted }) => {
    if (!persisted || !opening.isPending) return
    opening.reset()
    void queryClient.invalidateQueries({ queryKey: billingKey })
    reload().catch(() => undefined)
  })
  return opening
}
