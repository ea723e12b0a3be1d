import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useWindowEvent } from '#web/lib/window/use-window-event.ts'
import { useSession } from '#web/session/session.tsx'
import { billingKey } from './api.ts'
import { redirectTo } from './hosted-page.ts'

interface Handlers {
  onError?: (error: unknown) => void
}

/** Requests the URL of a Stripe page and navigates there. */
export function useHostedPage<Input = void>(createUrl: (input: Input) => Promise<string>, { onError }: Handlers = {}) {
  const queryClient = useQueryClient()
  const { reload } = useSession()
  const opening = useMutation({
    mutationFn: async (input: Input) => redirectTo(await createUrl(input)),
    networkMode: 'always',
    ...(onError && { onError }),
  })
  // After Back, the browser may restore this page from its cache, with a busy button and old data.
  useWindowEvent('pageshow', ({ persisted }) => {
    if (!persisted || !opening.isPending) return
    opening.reset()
    void queryClient.invalidateQueries({ queryKey: billingKey })
    reload().catch(() => undefined)
  })
  return opening
}
