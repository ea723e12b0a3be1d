import { type PlanId, planIds, type SubscriptionStatus } from '#contract/billing/subscription.ts'
import { productId } from './catalog.ts'
import { type InvoiceView, isPeriodReturned } from './invoice-view.ts'
import { type PendingPayment, statusWhilePending } from './pending-payment.ts'
import type { Stripe } from './stripe.ts'

// Pure functions: Stripe's subscriptions → stored subscriptions.

/** Product status by Stripe status. `trialing` is unexpected, because the product's trial does not use Stripe. */
const statusByStripeStatus = new Map<string, SubscriptionStatus>([
  ['active', 'active'],
  ['trialing', 'active'],
  ['past_due', 'past_due'],
  ['unpaid', 'past_due'],
  ['canceled', 'canceled'],
  ['incomplete', 'inactive'],
  ['incomplete_expired', 'inactive'],
  ['paused', 'inactive'],
])

/** An unknown Stripe status grants no access. */
export const statusOf = (stripeStatus: string): SubscriptionStatus =>
  statusByStripeStatus.get(stripeStatus) ?? 'inactive'

/** Ended, or never started: an incomplete subscription expires with its checkout. */
const endedStatuses = new Set(['incomplete', 'canceled', 'incomplete_expired'])

/** Is true while Stripe charges or may charge. A live subscription prevents a second one. */
export const isLive = ({ status }: { status: string }): boolean => !endedStatuses.has(status)

const isPlan = (text: string | undefined): text is PlanId => planIds.some(plan => plan === text)

/**
 * Reads the plan from the price's metadata, otherwise from its product. Not from the lookup key, which moves to newer
 * prices.
 */
export const planOf = ({ metadata, product }: Pick<Stripe.Price, 'metadata' | 'product'>): PlanId | undefined => {
  if (isPlan(metadata.plan)) return metadata.plan
  const id = typeof product === 'string' ? product : product.id
  return planIds.find(plan => productId(plan) === id)
}

const toTimestamp = (seconds: number | null | undefined): Date | null =>
  seconds === null || seconds === undefined ? null : new Date(seconds * 1000)

/** Subscription with the columns of the database. */
export interface SubscriptionView {
  stripeId: string
  priceId: string | null
  plan: PlanId | null
  stripeStatus: string
  status: SubscriptionStatus
  periodStart: Date | null
  periodEnd: Date | null
  /** Date of a scheduled cancellation. */
  cancelAt: Date | null
  canceledAt: Date | null
  endedAt: Date | null
  createdAt: Date
  /** Price of a scheduled plan change. */
  scheduledPriceId: string | null
  scheduledPlan: PlanId | null
  scheduledAt: Date | null
  /** Next collection attempt for an unpaid invoice. */
  nextAttemptAt: Date | null
  /** The payments of the current period were returned in full. */
  isReturned: boolean
  /** A payment that was started and has no result yet. */
  pending: PendingPayment | null
}

/** Since API version "basil", items have the periods. The latest end counts. */
export const toSubscriptionView = (subscription: Stripe.Subscription): SubscriptionView => {
  const items = subscription.items.data
  const last = items.reduce<Stripe.SubscriptionItem | undefined>(
    (latest, item) => (latest && latest.current_period_end >= item.current_period_end ? latest : item),
    undefined,
  )
  const periodEnd = toTimestamp(last?.current_period_end)
  // The portal sets `cancel_at`, the API `cancel_at_period_end`. Either schedules a cancellation.
  const isEnding = subscription.cancel_at_period_end || subscription.cancel_at !== null
  return {
    stripeId: subscription.id,
    priceId: last?.price.id ?? null,
    plan: (last && planOf(last.price)) ?? null,
    stripeStatus: subscription.status,
    status: statusOf(subscription.status),
    periodStart: toTimestamp(last?.current_period_start),
    periodEnd,
    cancelAt: isEnding && isLive(subscription) ? (toTimestamp(subscription.cancel_at) ?? periodEnd) : null,
    canceledAt: toTimestamp(subscription.canceled_at),
    endedAt: toTimestamp(subscription.ended_at),
    createdAt: new Date(subscription.created * 1000),
    scheduledPriceId: null,
    scheduledPlan: null,
    scheduledAt: null,
    nextAttemptAt: null,
    isReturned: false,
    pending: null,
  }
}

/** Adds a scheduled plan change. */
export const withSchedule = (
  view: SubscriptionView,
  upcoming: { price: Stripe.Price; at: number } | undefined,
): SubscriptionView => {
  const plan = upcoming && planOf(upcoming.price)
  if (!plan || upcoming.price.id === view.priceId || !isLive({ status: view.stripeStatus })) return view
  return { ...view, scheduledPriceId: upcoming.price.id, scheduledPlan: plan, scheduledAt: toTimestamp(upcoming.at) }
}

/**
 * Adds the state of the invoices (newest first). A period with fully returned payments counts as past due until the next
 * payment, although Stripe reports it as active.
 */
export const withPayments = (view: SubscriptionView, invoices: readonly InvoiceView[]): SubscriptionView => {
  if (view.status === 'past_due') {
    const attempts = invoices
      .filter(({ subscription, status }) => subscription === view.stripeId && status === 'open')
      .flatMap(({ nextAttemptAt }) => nextAttemptAt ?? [])
    return { ...view, nextAttemptAt: attempts.toSorted((a, b) => a.getTime() - b.getTime())[0] ?? null }
  }
  if (view.status !== 'active' || !isPeriodReturned(view.stripeId, invoices)) return view
  return { ...view, status: 'past_due', isReturned: true, nextAttemptAt: view.cancelAt ? null : view.periodEnd }
}

/** Adds a payment that waits for its result. */
export const withPending = (view: SubscriptionView, pending: PendingPayment | null): SubscriptionView => ({
  ...view,
  status: statusWhilePending(view.status, pending),
  pending,
})

/** Describes unexpected subscriptions for the operator's log. Changes nothing. */
export const findAnomalies = (views: readonly SubscriptionView[]): string[] =>
  views.flatMap(({ stripeStatus, plan }) => {
    if (!statusByStripeStatus.has(stripeStatus)) return ['subscription has an unknown stripe status']
    if (stripeStatus === 'trialing') return ['subscription is on a stripe trial']
    return isLive({ status: stripeStatus }) && plan === null ? ['live subscription has no known plan'] : []
  })

/** Paid statuses come before statuses that never started: an incomplete checkout must not restore a trial. */
const statusPriority = [
  'active',
  'trialing',
  'past_due',
  'unpaid',
  'paused',
  'canceled',
  'incomplete',
  'incomplete_expired',
]

const priorityOf = ({ stripeStatus }: SubscriptionView): number => {
  const place = statusPriority.indexOf(stripeStatus)
  return place === -1 ? statusPriority.length : place
}

/** Prefers the highest status, then the newest subscription. */
export const chooseSubscription = (views: readonly SubscriptionView[]): SubscriptionView | undefined =>
  views.toSorted((a, b) => priorityOf(a) - priorityOf(b) || b.createdAt.getTime() - a.createdAt.getTime())[0]

/** Returns the current and scheduled prices of live and of pending subscriptions. Checkouts for these prices are complete. */
export const arrivedPrices = (views: readonly SubscriptionView[]): string[] =>
  views
    .filter(({ stripeStatus, pending }) => isLive({ status: stripeStatus }) || pending !== null)
    .flatMap(({ priceId, scheduledPriceId }) => [priceId, scheduledPriceId])
    .filter(price => price !== null)

/** Columns of the account that decide access and pages. */
export interface SubscriptionSnapshot {
  plan: PlanId | null
  status: SubscriptionStatus
  /** End of the paid period. */
  currentPeriodEnd: Date | null
  cancelAtPeriodEnd?: boolean
  scheduledPlan?: PlanId | null
  scheduledPlanAt?: Date | null
  nextAttemptAt?: Date | null
  paymentReturned?: boolean
  stripeSubscriptionId?: string | null
  liveSubscriptions?: number
  pendingPayment?: PendingPayment | null
}

export const toSnapshot = (views: readonly SubscriptionView[]): SubscriptionSnapshot => {
  // An unpaid first payment neither ends nor restarts a trial.
  const settled = views.filter(({ pending }) => !pending?.isFirst)
  const chosen = chooseSubscription(settled.length > 0 ? settled : views)
  if (!chosen) return { plan: null, status: 'inactive', currentPeriodEnd: null }
  const isPaidFor = chosen.status === 'active' || chosen.status === 'past_due'
  return {
    plan: isPaidFor ? chosen.plan : null,
    status: chosen.status,
    currentPeriodEnd: chosen.cancelAt ?? chosen.periodEnd,
    cancelAtPeriodEnd: chosen.cancelAt !== null,
    scheduledPlan: chosen.scheduledPlan,
    scheduledPlanAt: chosen.scheduledAt,
    nextAttemptAt: chosen.nextAttemptAt,
    paymentReturned: chosen.isReturned,
    stripeSubscriptionId: chosen.stripeId,
    pendingPayment: views.find(({ pending }) => pending !== null)?.pending ?? null,
    liveSubscriptions: views.filter(({ stripeStatus }) => isLive({ status: stripeStatus })).length,
  }
}
