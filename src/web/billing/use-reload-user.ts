import { useQuery } from '@tanstack/react-query'
import type { User } from '#contract/auth/user.ts'
import { useSession } from '#web/session/session.tsx'

const pollIntervalMs = 5000

const isWaitingForPayment = (user: User): boolean =>
  user.pending_payment !== undefined || user.subscription_status === 'past_due'

/**
 * Reloads the user where the subscription is shown, also after a visit to Stripe in another tab. Polls while a payment is
 * awaited, because webhooks may arrive later than the user.
 */
export function useReloadUser(): void {
  const { user, reload } = useSession()
  useQuery({
    queryKey: ['user'],
    queryFn: () => reload().then(() => true),
    retry: false,
    refetchInterval: user && isWaitingForPayment(user) ? pollIntervalMs : false,
  })
}
