import { useQuery } from '@tanstack/react-query'
import { useSession } from '#web/session/session.tsx'

/** On the plan screen: the user as they are now, also after a visit to the provider in another tab. */
export function useReloadUser(): void {
  const { reload } = useSession()
  useQuery({ queryKey: ['user'], queryFn: () => reload().then(() => true), retry: false })
}
