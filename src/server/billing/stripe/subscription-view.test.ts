import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hasAccess, planIds, subscriptionStatuses } from '#contract/billing/subscription.ts'
import { isWithinGrace } from './pending-payment.ts'
import type { Stripe } from './stripe.ts'
import {
  chooseSubscription,
  findAnomalies,
  isLive,
  planOf,
  type SubscriptionView,
  statusOf,
  toSnapshot,
  toSubscriptionView,
} from './subscription-view.ts'

/** Stripe status, product status, access to leads, and whether Stripe can still charge. */
const statuses: [stripe: string, ours: string, access: boolean, live: boolean][] = [
  ['active', 'active', true, true],
  ['trialing', 'active', true, true],
  ['past_due', 'past_due', false, true],
  ['unpaid', 'past_due', false, true],
  ['paused', 'inactive', false, true],
  ['canceled', 'canceled', false, false],
  ['incomplete', 'inactive', false, false],
  ['incomplete_expired', 'inactive', false, false],
  ['resting', 'inactive', false, true],
  ['ACTIVE', 'inactive', false, true],
  ['', 'inactive', false, true],
  ['constructor', 'inactive', false, true],
]

const day = 86_400
const start = Date.UTC(2026, 10, 20, 12) / 1000
const at = (seconds: number) => new Date(seconds * 1000)

const price = (plan: string | undefined, product = 'prod_x', id = 'price_1') =>
  ({ id, product, metadata: plan === undefined ? {} : { plan } }) as unknown as Stripe.Price
const item = (begin: number, end: number, of = price('pro')) =>
  ({ price: of, current_period_start: begin, current_period_end: end }) as Stripe.SubscriptionItem
const subscription = (change: Partial<Stripe.Subscription> = {}, items = [item(start, start + 30 * day)]) =>
  ({
    id: 'sub_1',
    status: 'active',
    items: { data: items },
    cancel_at: null,
    cancel_at_period_end: false,
    canceled_at: null,
    ended_at: null,
    created: start,
    ...change,
  }) as Stripe.Subscription
const view = (stripeStatus: string, created = start, change: Partial<SubscriptionView> = {}): SubscriptionView => ({
  ...toSubscriptionView(
    subscription({ status: stripeStatus as Stripe.Subscription.Status, created, id: `sub_${created}` }),
  ),
  ...change,
})

describe('status', () => {
  it.each(statuses)('"%s" maps to %s: access %s, live %s', (status, ours, access, live) => {
    expect(statusOf(status)).toBe(ours)
    expect(isLive({ status })).toBe(live)
    const { plan, status: stored } = toSnapshot([view(status)])
    const subscriber = {
      role: 'user' as const,
      subscription_plan: plan,
      subscription_status: stored,
      trial_end: '2020-01-01T00:00:00Z',
    }
    expect(hasAccess(subscriber, new Date())).toBe(access)
  })

  it('grants no access when it is unknown', () => {
    const known = new Set(statuses.map(([status]) => status))
    fc.assert(
      fc.property(fc.string(), word => {
        fc.pre(!known.has(word))
        return statusOf(word) === 'inactive'
      }),
    )
  })

  it('is one that the contract lists', () => {
    for (const [status] of statuses) expect(subscriptionStatuses).toContain(statusOf(status))
  })

  it('findAnomalies reports unknown statuses, Stripe trials and unknown plans', () => {
    expect(findAnomalies([view('active'), view('canceled'), view('past_due')])).toEqual([])
    expect(findAnomalies([view('resting')])).toEqual(['subscription has an unknown stripe status'])
    expect(findAnomalies([view('trialing')])).toHaveLength(1)
    expect(findAnomalies([view('active', start, { plan: null })])).toEqual(['live subscription has no known plan'])
    expect(findAnomalies([view('canceled', start, { plan: null })])).toEqual([])
  })
})

describe('plan of a price', () => {
  it.each<[string, Pick<Stripe.Price, 'metadata' | 'product'>, string | undefined]>([
    ['by its metadata', price('pro'), 'pro'],
    ['by its metadata before its product', price('pro', 'prod_plan_basic'), 'pro'],
    ['by its product without metadata', price(undefined, 'prod_plan_enterprise'), 'enterprise'],
    ['by its product when the metadata names no plan', price('gold', 'prod_plan_basic'), 'basic'],
    ['by its expanded product', { metadata: {}, product: { id: 'prod_plan_pro' } as Stripe.Product }, 'pro'],
    ['not by a product whose ID equals a plan name', price(undefined, 'basic'), undefined],
    ['not at all', price(undefined, 'prod_other'), undefined],
    ['not by an inherited property', price('constructor'), undefined],
  ])('is found %s', (_, of, plan) => {
    expect(planOf(of)).toBe(plan)
  })

  it('remains when a newer price takes over the lookup key', () => {
    const old = { ...price('basic'), lookup_key: null } as Stripe.Price
    expect(planOf(old)).toBe('basic')
    expect(planIds.map(plan => planOf(price(undefined, `prod_plan_${plan}`)))).toEqual([...planIds])
  })
})

describe('toSubscriptionView', () => {
  it('takes the period from the items, and the latest end of several', () => {
    const items = [item(start, start + 30 * day), item(start + 1, start + 31 * day, price('basic', 'x', 'price_2'))]
    expect(toSubscriptionView(subscription({}, items))).toMatchObject({
      priceId: 'price_2',
      plan: 'basic',
      periodStart: at(start + 1),
      periodEnd: at(start + 31 * day),
    })
    const misleading = { current_period_end: 1, current_period_start: 1 } as object
    expect(toSubscriptionView(subscription(misleading)).periodEnd).toEqual(at(start + 30 * day))
  })

  it('has no period, price or plan without items', () => {
    expect(toSubscriptionView(subscription({}, []))).toMatchObject({
      priceId: null,
      plan: null,
      periodStart: null,
      periodEnd: null,
    })
  })

  it.each<[string, Partial<Stripe.Subscription>, number | null]>([
    ['none', {}, null],
    ['in the portal, by date', { cancel_at: start + 30 * day }, start + 30 * day],
    ['in the profile, at the period’s end', { cancel_at_period_end: true }, start + 30 * day],
    ['both at once', { cancel_at_period_end: true, cancel_at: start + 30 * day }, start + 30 * day],
    ['before the period’s end', { cancel_at: start + 3 * day }, start + 3 * day],
    ['long after the period’s end', { cancel_at: start + 300 * day }, start + 300 * day],
    ['at Unix time 0', { cancel_at: 0 }, 0],
    ['already effective', { status: 'canceled', cancel_at: start, ended_at: start, canceled_at: start }, null],
    ['of an incomplete subscription', { status: 'incomplete_expired', cancel_at_period_end: true }, null],
    ['of a past-due subscription', { status: 'past_due', cancel_at_period_end: true }, start + 30 * day],
  ])('detects a scheduled cancellation: %s', (_, change, cancelAt) => {
    expect(toSubscriptionView(subscription(change)).cancelAt).toEqual(cancelAt === null ? null : at(cancelAt))
  })
})

describe('chooseSubscription', () => {
  const order = [
    'active',
    'trialing',
    'past_due',
    'unpaid',
    'paused',
    'canceled',
    'incomplete',
    'incomplete_expired',
    'new',
  ]

  it('prefers the highest status, independent of order and age', () => {
    fc.assert(
      fc.property(fc.shuffledSubarray(order, { minLength: 1 }), fc.nat(1000), (some, age) => {
        const views = some.map((status, index) => view(status, start + ((index * 7919) % (age + 1))))
        const best = order.find(status => some.includes(status))
        expect(chooseSubscription(views)?.stripeStatus).toBe(best)
      }),
    )
  })

  it('prefers the newest of equal statuses', () => {
    const views = [view('active', start + 5), view('active', start + 9), view('active', start + 1)]
    expect(chooseSubscription(views)?.createdAt).toEqual(at(start + 9))
    expect(chooseSubscription([])).toBeUndefined()
  })
})

describe('toSnapshot', () => {
  it('is empty without a subscription', () => {
    expect(toSnapshot([])).toEqual({ plan: null, status: 'inactive', currentPeriodEnd: null })
  })

  it.each<[string, string | null, boolean]>([
    ['active', 'pro', false],
    ['past_due', 'pro', false],
    ['unpaid', 'pro', false],
    ['canceled', null, false],
    ['incomplete', null, false],
    ['paused', null, false],
  ])('has the plan only while it is paid or owed: %s', (status, plan, cancelAtPeriodEnd) => {
    expect(toSnapshot([view(status)])).toMatchObject({ plan, cancelAtPeriodEnd })
  })

  it('ends with the cancellation, otherwise with the period', () => {
    const canceled = toSubscriptionView(subscription({ cancel_at: start + 3 * day }))
    expect(toSnapshot([canceled])).toMatchObject({ currentPeriodEnd: at(start + 3 * day), cancelAtPeriodEnd: true })
    expect(toSnapshot([view('active')])).toMatchObject({
      currentPeriodEnd: at(start + 30 * day),
      cancelAtPeriodEnd: false,
      stripeSubscriptionId: `sub_${start}`,
    })
  })

  it('counts all live subscriptions', () => {
    const views = ['active', 'past_due', 'canceled', 'incomplete', 'resting'].map((status, n) =>
      view(status, start + n),
    )
    expect(toSnapshot(views).liveSubscriptions).toBe(3)
  })

  it('stays canceled, which permits no trial, while another checkout is incomplete', () => {
    const { status, plan } = toSnapshot([view('canceled', start), view('incomplete', start + day)])
    expect([status, plan]).toEqual(['canceled', null])
  })
})

it('the grace of a payment that waits begins with the oldest unpaid invoice of its subscription', () => {
  const invoice = (status: 'open' | 'paid', daysAgo: number, of = 'sub_1') =>
    ({ subscription: of, status, createdAt: at(start - daysAgo * day) }) as const
  const inDays = (days: number) => ({ expiresAt: at(start + days * day).toISOString() })
  const grace = (wait: { expiresAt: string | null }, ...invoices: ReturnType<typeof invoice>[]) =>
    isWithinGrace(wait, 'sub_1', invoices)
  expect(grace(inDays(10), invoice('open', 0))).toBe(true)
  expect(grace(inDays(10.1), invoice('open', 0))).toBe(false)
  expect(grace(inDays(3), invoice('open', 0), invoice('open', 31))).toBe(false)
  expect(grace(inDays(3), invoice('open', 0), invoice('paid', 31), invoice('open', 31, 'sub_2'))).toBe(true)
  expect(grace({ expiresAt: null }, invoice('open', 40))).toBe(true)
})
