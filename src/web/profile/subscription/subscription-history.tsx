import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { User } from '#contract/auth/user.ts'
import type { SubscriptionRecord } from '#contract/billing/billing.ts'
import { formatTimestampDate } from '#contract/values/dates.ts'
import { billingErrors, historyQuery } from '#web/billing/api.ts'
import { planLabel, SubscriptionBadge } from '#web/billing/subscription-badge.tsx'
import { paths } from '#web/lib/url/paths.ts'
import { useSession, useUser } from '#web/session/session.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { LoadErrorNotice } from '#web/ui/loading/load-error-notice.tsx'
import { ListSkeleton } from '../list-skeleton.tsx'

/** Returns `false` for a user without a Stripe customer, which saves the request. */
const canHaveHistory = ({ stripe_customer_id, subscription_status }: User): boolean =>
  stripe_customer_id !== null || subscription_status !== 'inactive'

export const SubscriptionHistory = () => {
  const isAsked = canHaveHistory(useUser())
  const { reload } = useSession()
  const history = useQuery({ ...historyQuery, enabled: isAsked })
  const { data = [], dataUpdatedAt } = history
  // The request syncs with Stripe, so the user may have changed.
  useEffect(() => {
    if (dataUpdatedAt > 0) reload().catch(() => undefined)
  }, [dataUpdatedAt, reload])
  if (isAsked && !history.data) {
    return history.isError ? <LoadErrorNotice title={billingErrors.history} query={history} /> : <ListSkeleton />
  }
  if (data.length === 0) {
    return (
      <div className="grid justify-items-start gap-1 text-text2">
        <p>Nenhuma assinatura encontrada</p>
        <p className="text-sm">Quando você assinar um plano, ele aparece aqui.</p>
        <ButtonLink to={paths.subscription} className="mt-2">
          Ver os planos
        </ButtonLink>
      </div>
    )
  }
  return (
    <ul className="divide-y divide-border rounded-panel border border-border bg-surface">
      {data.map(record => (
        <HistoryItem key={record.local_id} record={record} />
      ))}
    </ul>
  )
}

const periodText = ({ current_period_start: start, current_period_end: end, createdAt }: SubscriptionRecord): string =>
  start && end
    ? `${formatTimestampDate(start)} a ${formatTimestampDate(end)}`
    : `Desde ${formatTimestampDate(start ?? createdAt)}`

const HistoryItem = ({ record }: { record: SubscriptionRecord }) => {
  const { plan, status, cancel_at_period_end, cancel_at, current_period_end } = record
  const end = cancel_at ?? current_period_end
  return (
    <li className="grid min-h-16 content-center gap-0.5 px-4 py-2">
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <span className="font-semibold">{planLabel(plan)}</span>
        <SubscriptionBadge status={status} />
      </p>
      <p className="text-sm text-text3">{periodText(record)}</p>
      {cancel_at_period_end && end && (
        <p className="text-sm text-warn">Cancelamento automático em {formatTimestampDate(end)}</p>
      )}
    </li>
  )
}
