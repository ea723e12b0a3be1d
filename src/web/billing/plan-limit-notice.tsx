import { entitlements, isNearlyFull } from '#contract/billing/entitlements.ts'
import { formatCount } from '#contract/values/numbers.ts'
import { paths } from '#web/lib/url/paths.ts'
import { useUser } from '#web/session/session.tsx'
import { Link } from '#web/ui/link.tsx'
import { linkClass } from '#web/ui/link-class.ts'
import { Notice } from '#web/ui/notice.tsx'

/** Warns the owner of an account before the plan is full. */
export const PlanLimitNotice = ({ used, className }: { used: number; className: string }) => {
  const user = useUser()
  const { leads: limit } = entitlements(user, new Date())
  if (user.subscription_status !== 'active' || !isNearlyFull(used, limit)) return null
  return (
    <Notice
      tone="warn"
      title={`Você usa ${formatCount(used)} de ${formatCount(limit)} leads do seu plano`}
      className={className}
    >
      Com ele cheio, não dá para cadastrar outros.{' '}
      <Link to={paths.subscription} className={linkClass}>
        Ver os planos
      </Link>
    </Notice>
  )
}
