import { useQuery } from '@tanstack/react-query'
import { useSession } from '#web/session/session.tsx'

/** Reloads the user on a page about the subscription, also after a visit to Stripe in another tab. */
export function useReloadUser(): void {
  const { reload } = useSession()
  useQuery({ queryKey: ['user'], queryFn: () => reload().then(() => true), retry: false })
}
