import { trialDaysLeft } from '#contract/billing/subscription.ts'
import { paths } from '#web/lib/url/paths.ts'
import { useUser } from '#web/session/session.tsx'
import { Link } from '#web/ui/link.tsx'

/** Shows the remaining trial days to users that would lose access. */
export const TrialChip = () => {
  const user = useUser()
  const days = trialDaysLeft(user, new Date())
  if (user.role === 'admin' || days === 0) return null
  return (
    <Link
      to={paths.subscription}
      className="inline-flex min-h-control-sm items-center whitespace-nowrap rounded-control border border-border px-2.5 text-sm text-text2 hover:bg-hover hover:text-text"
    >
      Teste: {days} {days === 1 ? 'dia' : 'dias'}
    </Link>
  )
}
