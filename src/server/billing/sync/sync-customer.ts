import type { SubscriptionChange } from '#contract/billing/billing.ts'
import { planNames, subscriptionStatusLabel } from '#contract/billing/subscription.ts'
import type { QueryRunner } from '../../db/client.ts'
import { queueMail } from '../../mail/outbox.ts'
import type { Services } from '../../services.ts'
import { insertTrailEntry } from '../../trail/store.ts'
import { endAttempt } from '../stores/checkout-store.ts'
import { findPayments, updateOrphanedInvoices, upsertInvoices } from '../stores/invoice-store.ts'
import {
  type BillingAccount,
  endUnlistedSubscriptions,
  lockAccountByCustomer,
  markSynced,
  nextSyncNumber,
  saveSubscription,
  upsertSubscriptions,
} from '../stores/store.ts'
import { fetchStripeState } from '../stripe/fetch-stripe-state.ts'
import type { Payments } from '../stripe/payments.ts'
import type { Stripe } from '../stripe/stripe.ts'
import {
  arrivedPrices,
  findAnomalies,
  isLive,
  type SubscriptionSnapshot,
  toSnapshot,
} from '../stripe/subscription-view.ts'
import { adoptCustomer } from './adopt-customer.ts'
import { mailForChange, receiptsFor } from './billing-mails.ts'
import { recordReturns } from './record-returns.ts'

/** Stored in the trail. The web app has the labels; rows of earlier releases contain Portuguese values. */
export type SyncReason =
  | 'webhook'
  | 'checkout-return'
  | 'login'
  | 'profile'
  | 'reconciliation'
  | 'administrator'
  | 'user-request'

export interface SyncResult {
  accountId: string
  snapshot: SubscriptionSnapshot
  subscriptions: Stripe.Subscription[]
  /** `undefined` when status and plan did not change. */
  change: SubscriptionChange | undefined
}

const asText = ({ status, plan, pendingPayment }: SubscriptionSnapshot): string =>
  [subscriptionStatusLabel(status), plan && planNames[plan], pendingPayment && 'pagamento pendente']
    .filter(Boolean)
    .join(', ')

const storedSnapshot = (account: BillingAccount): SubscriptionSnapshot => ({
  plan: account.subscription_plan,
  status: account.subscription_status,
  currentPeriodEnd: account.current_period_end === null ? null : new Date(account.current_period_end),
  cancelAtPeriodEnd: account.cancel_at_period_end,
  stripeSubscriptionId: account.stripe_subscription_id,
  liveSubscriptions: account.live_subscriptions,
  paymentReturned: account.payment_returned,
  pendingPayment: account.pending_payment,
})

/** Snapshot without subscriptions. `canceled` after a paid one, so that the trial cannot start again. */
const endedSnapshot = (account: BillingAccount): SubscriptionSnapshot => ({
  plan: null,
  status: account.subscription_status === 'inactive' ? 'inactive' : 'canceled',
  currentPeriodEnd: null,
  stripeSubscriptionId: account.stripe_subscription_id,
})

const isPeriodRunning = ({ current_period_end: end }: BillingAccount, now: Date): boolean =>
  end !== null && new Date(end) > now

interface ChangeInput {
  account: BillingAccount
  snapshot: SubscriptionSnapshot
  isDouble: boolean
  reason: SyncReason
  now: Date
}

const recordChange = async (tx: QueryRunner, writing: ChangeInput): Promise<SubscriptionChange | undefined> => {
  const { account, snapshot, isDouble, reason, now } = writing
  const known = storedSnapshot(account)
  const [before, after] = [asText(known), asText(snapshot)]
  const mail = mailForChange(account, known, snapshot)
  if (mail) await queueMail(tx, account.id, account.email, mail, now)
  if (before === after && !isDouble) return undefined
  await insertTrailEntry(tx, {
    actor: null,
    action: 'change-subscription',
    subjectEmail: account.email,
    details: {
      before,
      after,
      reason,
      ...(snapshot.paymentReturned && { warning: 'o pagamento do período foi devolvido' }),
      ...(isDouble && { warning: `${snapshot.liveSubscriptions} assinaturas cobradas ao mesmo tempo` }),
    },
    now,
  })
  return before === after ? undefined : { email: account.email, before, after }
}

/** Is true when a second live subscription appears. */
const isNewlyDoubleCharged = ({ liveSubscriptions = 0 }: SubscriptionSnapshot, account: BillingAccount): boolean =>
  liveSubscriptions > 1 && account.live_subscriptions <= 1

/**
 * Copies a customer's state from Stripe into the database; the only function that writes subscriptions. Returns `undefined`
 * for a customer without an account.
 */
export const syncCustomer = async (
  services: Pick<Services, 'db' | 'now' | 'warn'>,
  payments: Pick<Payments, 'stripe'>,
  customer: string,
  reason: SyncReason,
): Promise<SyncResult | undefined> => {
  const { db, now, warn } = services
  const { stripe } = payments
  const reading = await nextSyncNumber(db)
  const { isKnown, subscriptions, views, invoices } = await fetchStripeState(stripe, customer)
  for (const strange of findAnomalies(views)) warn?.({ customer }, strange)
  const synced = await db.transaction(async tx => {
    const account = await lockAccountByCustomer(tx, customer)
    if (!account) {
      await updateOrphanedInvoices(tx, invoices)
      return undefined
    }
    const snapshot = views.length > 0 ? toSnapshot(views) : endedSnapshot(account)
    const result = { accountId: account.id, snapshot, subscriptions, change: undefined }
    // A newer sync was stored meanwhile.
    if (reading <= account.billing_reading) return result
    if (!isKnown && isPeriodRunning(account, now())) {
      warn?.(
        { customer },
        'stripe customer belongs to another account or mode, subscription kept until its period ends',
      )
      await markSynced(tx, account.id, reading, now())
      return { ...result, snapshot: storedSnapshot(account) }
    }
    await upsertSubscriptions(tx, account.id, views)
    const stored = await findPayments(tx, account.id)
    await recordReturns(tx, account, stored, invoices, now())
    for (const receipt of receiptsFor(account, snapshot, stored, invoices, now()))
      await queueMail(tx, account.id, account.email, receipt, now())
    await upsertInvoices(tx, account.id, invoices)
    const listed = views.map(({ stripeId }) => stripeId)
    await endUnlistedSubscriptions(tx, account.id, listed, now())
    await saveSubscription(tx, account.id, snapshot)
    await markSynced(tx, account.id, reading, now())
    await endAttempt(tx, account.id, arrivedPrices(views))
    const isDouble = isNewlyDoubleCharged(snapshot, account)
    if (isDouble)
      warn?.({ customer, live: snapshot.liveSubscriptions }, 'stripe customer has more than one live subscription')
    return { ...result, change: await recordChange(tx, { account, snapshot, isDouble, reason, now: now() }) }
  })
  if (synced || subscriptions.length === 0) return synced
  if (await adoptCustomer(db, stripe, customer)) return syncCustomer(services, payments, customer, reason)
  if (subscriptions.some(isLive)) warn?.({ customer }, 'stripe customer has a live subscription but no account')
  return undefined
}
