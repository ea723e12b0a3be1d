import { type PlanId, planIds, type SubscriptionStatus } from '#contract/subscription.ts'
import { productId } from './catalog.ts'
import { type InvoiceView, isPeriodReturned } from './invoice-view.ts'
import type { Stripe } from './stripe.ts'

// Pure rules: what the provider says → what we keep.

/** The provider's statuses, and ours for them. `trialing` is never asked for by us: our trial needs no card. */
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

/** A word that the provider may invent tomorrow opens nothing. */
export const statusOf = (stripeStatus: string): SubscriptionStatus =>
  statusByStripeStatus.get(stripeStatus) ?? 'inactive'

/** What is over, or never began: an incomplete one ends with its checkout. */
const endedStatuses = new Set(['incomplete', 'canceled', 'incomplete_expired'])

/** Whether it is, or may yet be, charged for: whoever has one cannot be sold another. */
export const isLive = ({ status }: { status: string }): boolean => !endedStatuses.has(status)

const isPlan = (text: string | undefined): text is PlanId => planIds.some(plan => plan === text)

/**
 * The plan that a price sells: by the price's own mark, else by its product. Never by the lookup key, which a price loses
 * when a newer one takes over.
 */
export const planOf = ({ metadata, product }: Pick<Stripe.Price, 'metadata' | 'product'>): PlanId | undefined => {
  if (isPlan(metadata.plan)) return metadata.plan
  const id = typeof product === 'string' ? product : product.id
  return planIds.find(plan => productId(plan) === id)
}

const toTimestamp = (seconds: number | null | undefined): Date | null =>
  seconds === null || seconds === undefined ? null : new Date(seconds * 1000)

/** One subscription, in the words of our tables. */
export interface SubscriptionView {
  stripeId: string
  priceId: string | null
  plan: PlanId | null
  stripeStatus: string
  status: SubscriptionStatus
  periodStart: Date | null
  periodEnd: Date | null
  /** When it ends by itself. */
  cancelAt: Date | null
  canceledAt: Date | null
  endedAt: Date | null
  createdAt: Date
  /** The price and plan that take over by themselves, and when. */
  scheduledPriceId: string | null
  scheduledPlan: PlanId | null
  scheduledAt: Date | null
  /** When what is owed is charged next. */
  nextAttemptAt: Date | null
  /** What was paid for the current period has gone back whole. */
  isReturned: boolean
}

/** Periods belong to the items, since the provider's version basil; the latest end counts. */
export const toSubscriptionView = (subscription: Stripe.Subscription): SubscriptionView => {
  const items = subscription.items.data
  const last = items.reduce<Stripe.SubscriptionItem | undefined>(
    (latest, item) => (latest && latest.current_period_end >= item.current_period_end ? latest : item),
    undefined,
  )
  const periodEnd = toTimestamp(last?.current_period_end)
  // The portal writes `cancel_at`, the API `cancel_at_period_end`: either is a cancellation.
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
  }
}

/** With the price that waits for the period's end, where one does. */
export const withSchedule = (
  view: SubscriptionView,
  upcoming: { price: Stripe.Price; at: number } | undefined,
): SubscriptionView => {
  const plan = upcoming && planOf(upcoming.price)
  if (!plan || upcoming.price.id === view.priceId || !isLive({ status: view.stripeStatus })) return view
  return { ...view, scheduledPriceId: upcoming.price.id, scheduledPlan: plan, scheduledAt: toTimestamp(upcoming.at) }
}

/**
 * With what its invoices (newest first) say. A period whose payment has gone back is not paid for: the subscription counts
 * as in arrears until a payment stands, although the provider goes on calling it active.
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

/** What should not be, in words for the operator; nothing is changed by itself. */
export const findAnomalies = (views: readonly SubscriptionView[]): string[] =>
  views.flatMap(({ stripeStatus, plan }) => {
    if (!statusByStripeStatus.has(stripeStatus)) return ['a subscription has a status that is not known here']
    if (stripeStatus === 'trialing') return ['a subscription is on a trial of the provider, which nobody here asks for']
    return isLive({ status: stripeStatus }) && plan === null ? ['a living subscription is to no plan of ours'] : []
  })

/** What was once paid for comes before what never began: an unfinished checkout must not bring a trial back. */
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

/** The one that counts when a customer has had several: the most alive, then the newest. */
export const chooseSubscription = (views: readonly SubscriptionView[]): SubscriptionView | undefined =>
  views.toSorted((a, b) => priorityOf(a) - priorityOf(b) || b.createdAt.getTime() - a.createdAt.getTime())[0]

/** The prices that living subscriptions are on, or will be: whoever went to the provider for one of them has got it. */
export const arrivedPrices = (views: readonly SubscriptionView[]): string[] =>
  views
    .filter(({ stripeStatus }) => isLive({ status: stripeStatus }))
    .flatMap(({ priceId, scheduledPriceId }) => [priceId, scheduledPriceId])
    .filter(price => price !== null)

/** What an account carries of its subscription: what access and the screens are decided by. */
export interface SubscriptionSnapshot {
  plan: PlanId | null
  status: SubscriptionStatus
  /** Until when access is paid for. */
  currentPeriodEnd: Date | null
  cancelAtPeriodEnd?: boolean
  scheduledPlan?: PlanId | null
  scheduledPlanAt?: Date | null
  nextAttemptAt?: Date | null
  paymentReturned?: boolean
  stripeSubscriptionId?: string | null
  liveSubscriptions?: number
}

export const toSnapshot = (views: readonly SubscriptionView[]): SubscriptionSnapshot => {
  const chosen = chooseSubscription(views)
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
    liveSubscriptions: views.filter(({ stripeStatus }) => isLive({ status: stripeStatus })).length,
  }
}
