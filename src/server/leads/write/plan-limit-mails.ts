import { planEntitlements, warnedShare } from '#contract/billing/entitlements.ts'
import { type PlanId, planIds } from '#contract/billing/subscription.ts'
import { findBillingAccount } from '../../billing/stores/store.ts'
import type { QueryRunner } from '../../db/client.ts'
import type { Job } from '../../jobs/job.ts'
import { queueMail } from '../../mail/outbox.ts'
import type { Services } from '../../services.ts'

/** Below this share a later warning is news again. */
const forgottenShare = 0.8

interface PlanUse {
  account_id: string
  plan: PlanId
  used: number
}

/** Lists the accounts that use at least this share of the leads of a plan with a limit. Reads all accounts of such plans. */
const listNearlyFull = (db: QueryRunner, share: number): Promise<PlanUse[]> => {
  const limited = planIds.filter(plan => Number.isFinite(planEntitlements[plan].leads))
  return db.rows(
    `select a.id as account_id, a.subscription_plan as plan, sum(t.count)::bigint as used
       from accounts a
       join unnest($1::text[], $2::bigint[]) as p (plan, leads) on p.plan = a.subscription_plan
       join lead_totals t on t.account_id = a.id
      where a.subscription_status = 'active'
      group by a.id having sum(t.count) >= min(p.leads) * $3::numeric
      order by a.id`,
    [limited, limited.map(plan => planEntitlements[plan].leads), share],
    'list-nearly-full',
  )
}

const queueWarning = async ({ db, now }: Services, { account_id, plan, used }: PlanUse): Promise<void> => {
  const owner = await findBillingAccount(db, account_id)
  const limit = planEntitlements[plan].leads
  if (owner)
    await queueMail(
      db,
      account_id,
      owner.email,
      { kind: 'plan-nearly-full', nome: owner.nome, plan, used, limit },
      now(),
    )
}

interface Warned {
  /** Accounts that got the mail and still use most of their plan. */
  warned?: string[]
}

const hourMs = 60 * 60 * 1000

/** Mails the owner once when the leads come close to the plan's limit. */
export const planLimitJob = (services: Services): Job => ({
  name: 'plan-limit-mails',
  intervalMs: hourMs,
  leaseMs: hourMs,
  run: async ({ state, save }) => {
    const { warned: before = [] } = state as Warned
    const full = await listNearlyFull(services.db, forgottenShare)
    const due = full.filter(
      ({ account_id, plan, used }) =>
        used >= planEntitlements[plan].leads * warnedShare && !before.includes(account_id),
    )
    const remembered = full.map(({ account_id }) => account_id).filter(id => before.includes(id))
    // Saving first also proves that no other process has taken the job over, so that no owner gets two mails.
    await save({ warned: [...remembered, ...due.map(({ account_id }) => account_id)] } satisfies Warned)
    for (const use of due) await queueWarning(services, use)
  },
})
