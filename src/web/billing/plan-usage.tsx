import { useQuery } from '@tanstack/react-query'
import { entitlements, isNearlyFull } from '#contract/billing/entitlements.ts'
import { planNames } from '#contract/billing/subscription.ts'
import { formatCount } from '#contract/values/numbers.ts'
import { useUser } from '#web/session/session.tsx'
import { Skeleton, SkeletonRegion } from '#web/ui/loading/skeleton.tsx'
import { Meter } from '#web/ui/meter.tsx'
import { leadUsageQuery } from './api.ts'

/** Shows how many of the plan's leads the account uses. Only for a paid plan and for members who see all leads. */
export const PlanUsage = ({ className }: { className: string }) => {
  const user = useUser()
  const { subscription_status: status, subscription_plan: plan } = user
  const hasPlan = status === 'active' && plan !== null
  const { data: used, isLoadingError } = useQuery({ ...leadUsageQuery, enabled: hasPlan })
  if (!hasPlan || isLoadingError) return null
  const limit = entitlements(user, new Date()).leads
  const isLimited = Number.isFinite(limit)
  if (used === undefined) {
    return (
      <SkeletonRegion className={className}>
        <Skeleton className="my-1 h-4 w-60 max-w-full" />
        {isLimited && <Skeleton className="mt-2 h-2 w-full" />}
      </SkeletonRegion>
    )
  }
  return (
    <section aria-label="Uso do plano" className={className}>
      <p className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span>
          <strong className="font-semibold tabular-nums">
            {isLimited ? `${formatCount(used)} de ${formatCount(limit)} leads` : `${formatCount(used)} leads`}
          </strong>
          <span className="text-text2"> no plano {planNames[plan]}</span>
        </span>
        <span className="text-sm text-text2">{isLimited ? roomText(limit - used) : 'Sem limite de leads'}</span>
      </p>
      {isLimited && <Meter value={used} max={limit} isWarning={isNearlyFull(used, limit)} className="mt-2" />}
    </section>
  )
}

const roomText = (room: number): string => {
  if (room <= 0) return 'O plano está cheio'
  return room === 1 ? 'Falta 1 lead para o limite' : `Faltam ${formatCount(room)} leads para o limite`
}
