import type { PlanId, SubscriptionStatus } from '#contract/subscription.ts'
import type { Queries } from '../db/client.ts'

export interface SubscriptionSnapshot {
  plan: PlanId | null
  status: SubscriptionStatus
  currentPeriodEnd: Date | null
}

/** Overwrites what we know of an account's subscription. */
export const saveSubscription = (db: Queries, accountId: string, snapshot: SubscriptionSnapshot): Promise<number> =>
  db.run(
    `update accounts set subscription_plan = $2, subscription_status = $3, current_period_end = $4, updated_at = now()
      where id = $1`,
    [accountId, snapshot.plan, snapshot.status, snapshot.currentPeriodEnd],
  )
