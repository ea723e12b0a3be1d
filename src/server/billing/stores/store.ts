import { v7 as uuidv7 } from 'uuid'
import type { SubscriptionRecord } from '#contract/billing/billing.ts'
import type { PlanId, SubscriptionStatus } from '#contract/billing/subscription.ts'
import { type QueryRunner, toIsoTimestamp } from '../../db/client.ts'
import type { PendingPayment } from '../stripe/pending-payment.ts'
import type { SubscriptionSnapshot, SubscriptionView } from '../stripe/subscription-view.ts'

/** Overwrites the account's snapshot of its subscription. */
export const saveSubscription = (db: QueryRunner, accountId: string, snapshot: SubscriptionSnapshot): Promise<number> =>
  db.run(
    `update accounts
        set subscription_plan = $2, subscription_status = $3, current_period_end = $4, cancel_at_period_end = $5,
            stripe_subscription_id = $6, live_subscriptions = $7, scheduled_plan = $8, scheduled_plan_at = $9,
            next_attempt_at = $10, payment_returned = $11, pending_payment = $12, updated_at = now()
      where id = $1`,
    [
      accountId,
      snapshot.plan,
      snapshot.status,
      snapshot.currentPeriodEnd,
      snapshot.cancelAtPeriodEnd ?? false,
      snapshot.stripeSubscriptionId ?? null,
      snapshot.liveSubscriptions ?? 0,
      snapshot.scheduledPlan ?? null,
      snapshot.scheduledPlanAt ?? null,
      snapshot.nextAttemptAt ?? null,
      snapshot.paymentReturned ?? false,
      snapshot.pendingPayment ? JSON.stringify(snapshot.pendingPayment) : null,
    ],
    'save-subscription',
  )

/** Billing state of an account and the contact of its owner. */
export interface BillingAccount {
  id: string
  stripe_customer_id: string | null
  stripe_subscription_id: string | null
  subscription_plan: PlanId | null
  subscription_status: SubscriptionStatus
  current_period_end: string | null
  cancel_at_period_end: boolean
  live_subscriptions: number
  payment_returned: boolean
  pending_payment: PendingPayment | null
  billing_reading: number
  billing_read_at: string | null
  billing_contact: string | null
  /** Of the account's fiscal data; `null` without any. */
  fiscal_version: number | null
  user_id: string
  nome: string
  email: string
}

const billingColumns = `a.id, a.stripe_customer_id, a.stripe_subscription_id, a.subscription_plan, a.subscription_status,
  a.current_period_end, a.cancel_at_period_end, a.live_subscriptions, a.payment_returned, a.pending_payment, a.billing_reading,
  a.billing_read_at, a.billing_contact, f.version as fiscal_version, u.id as user_id, u.nome, i.email`

/** Stripe bills the owner, and mails about the subscription go there. */
const billingAccountSql = `accounts a
  join users u on u.account_id = a.id and u.team_role = 'owner' and u.status = 'active'
  join identities i on i.id = u.identity_id
  left join fiscal_data f on f.account_id = a.id`

export const findBillingAccount = (db: QueryRunner, accountId: string): Promise<BillingAccount | undefined> =>
  db.row(`select ${billingColumns} from ${billingAccountSql} where a.id = $1`, [accountId], 'find-billed-account')

/** The lock is held until the transaction ends. */
export const lockAccountByCustomer = (tx: QueryRunner, customerId: string): Promise<BillingAccount | undefined> =>
  tx.row(
    `select ${billingColumns} from ${billingAccountSql} where a.stripe_customer_id = $1 for no key update of a`,
    [customerId],
    'lock-by-customer',
  )

export const findCustomerOfSubscription = async (db: QueryRunner, stripeId: string): Promise<string | undefined> => {
  const text = `select a.stripe_customer_id from subscriptions s join accounts a on a.id = s.account_id
    where s.stripe_id = $1 and a.stripe_customer_id is not null`
  return (await db.row<{ stripe_customer_id: string }>(text, [stripeId]))?.stripe_customer_id
}

/**
 * Replaces the account's customer `former` and returns the current one, which a concurrent request may have linked first.
 */
export const linkCustomer = async (
  db: QueryRunner,
  accountId: string,
  former: string | null,
  customerId: string,
): Promise<string> => {
  await db.run(
    `update accounts set stripe_customer_id = $3, updated_at = now()
      where id = $1 and stripe_customer_id is not distinct from $2`,
    [accountId, former, customerId],
  )
  return (await findBillingAccount(db, accountId))?.stripe_customer_id ?? customerId
}

export const saveContactFingerprint = (db: QueryRunner, accountId: string, contact: string): Promise<number> =>
  db.run('update accounts set billing_contact = $2 where id = $1', [accountId, contact])

/** Numbers syncs by their start, so that an older sync never overwrites a newer one. */
export const nextSyncNumber = async (db: QueryRunner): Promise<number> =>
  (await db.row<{ reading: number }>(`select nextval('billing_readings') as reading`, [], 'next-reading'))?.reading ?? 0

export const markSynced = (tx: QueryRunner, accountId: string, reading: number, now: Date): Promise<number> =>
  tx.run(
    'update accounts set billing_reading = $2, billing_read_at = $3 where id = $1',
    [accountId, reading, now],
    'mark-account-read',
  )

/** Writes only subscriptions that changed. */
export const upsertSubscriptions = (tx: QueryRunner, accountId: string, views: SubscriptionView[]): Promise<number> =>
  tx.run(
    `insert into subscriptions as s (account_id, id, stripe_id, price_id, plan, stripe_status, status,
       current_period_start, current_period_end, cancel_at, canceled_at, ended_at, created_at)
     select $1, id, "stripeId", "priceId", plan, "stripeStatus", status,
       "periodStart", "periodEnd", "cancelAt", "canceledAt", "endedAt", "createdAt"
       from jsonb_to_recordset($2) view (id uuid, "stripeId" text, "priceId" text, plan text, "stripeStatus" text,
         status text, "periodStart" timestamptz, "periodEnd" timestamptz, "cancelAt" timestamptz,
         "canceledAt" timestamptz, "endedAt" timestamptz, "createdAt" timestamptz)
     on conflict (stripe_id) do update set price_id = excluded.price_id, plan = excluded.plan,
       stripe_status = excluded.stripe_status, status = excluded.status,
       current_period_start = excluded.current_period_start, current_period_end = excluded.current_period_end,
       cancel_at = excluded.cancel_at, canceled_at = excluded.canceled_at, ended_at = excluded.ended_at
     where s.account_id = excluded.account_id
       and (s.price_id, s.plan, s.stripe_status, s.status, s.current_period_start, s.current_period_end, s.cancel_at,
            s.canceled_at, s.ended_at)
         is distinct from
           (excluded.price_id, excluded.plan, excluded.stripe_status, excluded.status, excluded.current_period_start,
            excluded.current_period_end, excluded.cancel_at, excluded.canceled_at, excluded.ended_at)`,
    [accountId, JSON.stringify(views.map(view => ({ ...view, id: uuidv7() })))],
    'upsert-subscriptions',
  )

/** Ends stored subscriptions that Stripe does not list, because the customer was deleted or replaced. */
export const endUnlistedSubscriptions = (
  tx: QueryRunner,
  accountId: string,
  known: string[],
  now: Date,
): Promise<number> =>
  tx.run(
    `update subscriptions set stripe_status = 'canceled', status = 'canceled', cancel_at = null, ended_at = $3
      where account_id = $1 and ended_at is null and stripe_id <> all($2)`,
    [accountId, known, now],
    'end-other-subscriptions',
  )

interface SubscriptionRow {
  id: string
  stripe_id: string
  plan: PlanId | null
  status: SubscriptionStatus
  current_period_start: string | null
  current_period_end: string | null
  cancel_at: string | null
  created_at: string
}

const toOptionalTimestamp = (text: string | null): string | null => text && toIsoTimestamp(text)

/** Newest first. */
export const listSubscriptions = async (db: QueryRunner, accountId: string): Promise<SubscriptionRecord[]> => {
  const rows = await db.rows<SubscriptionRow>(
    `select id, stripe_id, plan, status, current_period_start, current_period_end, cancel_at, created_at
       from subscriptions where account_id = $1 order by created_at desc, id desc`,
    [accountId],
  )
  return rows.map(row => ({
    id: row.stripe_id,
    local_id: row.id,
    plan: row.plan,
    status: row.status,
    current_period_start: toOptionalTimestamp(row.current_period_start),
    current_period_end: toOptionalTimestamp(row.current_period_end),
    createdAt: toIsoTimestamp(row.created_at),
    cancel_at_period_end: row.cancel_at !== null,
    cancel_at: toOptionalTimestamp(row.cancel_at),
  }))
}

/** Returns the customers with the oldest sync, never synced ones first. */
export const listStaleCustomers = async (db: QueryRunner, syncedBefore: Date, limit: number): Promise<string[]> => {
  const rows = await db.rows<{ stripe_customer_id: string }>(
    `select stripe_customer_id from accounts
      where stripe_customer_id is not null and (billing_read_at is null or billing_read_at < $1)
      order by billing_read_at nulls first limit $2`,
    [syncedBefore, limit],
  )
  return rows.map(row => row.stripe_customer_id)
}

export const countStaleSubscribers = async (db: QueryRunner, syncedBefore: Date): Promise<number> => {
  const text = `select count(*) as count from accounts
    where stripe_customer_id is not null and subscription_status = 'active'
      and (billing_read_at is null or billing_read_at < $1)`
  return (await db.row<{ count: number }>(text, [syncedBefore]))?.count ?? 0
}

const contactSql = `(u.nome || E'\\n' || i.email || coalesce(E'\\n' || f.version, ''))`

/** Lists accounts whose name, e-mail or fiscal data differ from the last ones sent to Stripe. */
export const listChangedContacts = (db: QueryRunner, limit: number): Promise<BillingAccount[]> =>
  db.rows(
    `select ${billingColumns} from ${billingAccountSql}
      where a.stripe_customer_id is not null and a.billing_contact is distinct from ${contactSql} limit $1`,
    [limit],
  )

/** Name, e-mail and version of the fiscal data as one text, compared to detect changes. */
export const contactFingerprint = ({
  nome,
  email,
  fiscal_version: version,
}: Pick<BillingAccount, 'nome' | 'email' | 'fiscal_version'>): string =>
  [nome, email, ...(version === null ? [] : [version])].join('\n')

/** Demo payments are no revenue, so they must not outlive the demo accounts. */
export const removeDemonstrationInvoices = (tx: QueryRunner): Promise<number> =>
  tx.run('delete from invoices where account_id in (select id from accounts where is_demonstration)')

/** Returns the name last sent to Stripe. */
export const toldName = ({ billing_contact: contact }: Pick<BillingAccount, 'billing_contact'>): string | undefined =>
  contact?.split('\n')[0]
