import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { adminApi } from '#contract/admin.ts'
import { billingApi } from '#contract/billing/billing.ts'
import { toReais } from '#contract/values/money.ts'
import {
  advanceDays,
  cancelInPortal,
  changePlan,
  customerOf,
  storedBillingState,
  waitForWebhooks,
} from '../../testing/billing-actions.ts'
import { aPayingUser, billingApp, checkoutForm, submitCheckout } from '../../testing/billing-app.ts'
import { anAdmin, aUser } from '../../testing/factories.ts'
import { listInvoices, sumRevenue, upsertInvoices } from '../stores/invoice-store.ts'
import { isSellable, lookupKey } from './catalog.ts'
import { createSandboxPayments } from './create-payments.ts'
import { returnedCents } from './invoice-view.ts'
import type { Stripe } from './stripe.ts'

const app = await billingApp()
const { call, db, payments, sandbox } = app
const { stripe } = payments

/** Creates new payments, which bypass the plan cache. */
const fetchPlans = () => createSandboxPayments(sandbox, () => '').plans()

const putOnSale = (plan: 'basic', price: Partial<Stripe.PriceCreateParams>) =>
  stripe.prices.create({
    currency: 'brl',
    unit_amount: 2900,
    product: `prod_plan_${plan}`,
    recurring: { interval: 'month' },
    lookup_key: lookupKey(plan),
    transfer_lookup_key: true,
    metadata: { plan },
    ...price,
  })

describe('price', () => {
  it('of 2990 centavos is shown as 29.9, charged as 2990 and adds 29.9 to the revenue', async () => {
    const dear = await putOnSale('basic', { unit_amount: 2990 })
    const [plan] = await fetchPlans()
    expect(plan).toMatchObject({ id: 'basic', price: 29.9, priceId: dear.id })
    const admin = await anAdmin(app)
    const revenue = async () => (await call(adminApi.revenue, { token: admin.token })).data.totalRevenue
    const before = await revenue()
    const { token } = await aUser(app)
    const page = await call(billingApi.checkout, { token, body: checkoutForm(app, dear.id) })
    expect(page.status).toBe(200)
    await submitCheckout(page.data.url)
    await waitForWebhooks(app)
    const { invoices } = (await call(billingApi.invoices, { token })).data
    expect(invoices.map(({ amount_paid, amount_due }) => [amount_paid, amount_due])).toEqual([[2990, 2990]])
    expect(await revenue()).toBe(before + 29.9)
  })

  it.each<[string, Partial<Stripe.PriceCreateParams>]>([
    ['in dollars', { currency: 'usd' }],
    ['by the year', { recurring: { interval: 'year' } }],
    ['by three months', { recurring: { interval: 'month', interval_count: 3 } }],
    ['below the least that can be charged', { unit_amount: 49 }],
    ['of nothing', { unit_amount: 0 }],
    ['that was archived', { active: false }],
  ])('%s is not for sale, whatever its lookup key', async (_, price) => {
    await putOnSale('basic', price)
    expect((await fetchPlans()).map(({ id }) => id)).toEqual(['pro', 'enterprise'])
  })

  it('is for sale from 50 centavos on', () => {
    const price = { active: true, currency: 'brl', unit_amount: 50 } as Stripe.Price
    const recurring = { interval: 'month', interval_count: 1, usage_type: 'licensed' } as Stripe.Price.Recurring
    expect(isSellable({ ...price, recurring })).toBe(true)
    expect(isSellable({ ...price, recurring: { ...recurring, usage_type: 'metered' } })).toBe(false)
    expect(isSellable({ ...price, recurring: null })).toBe(false)
    expect(isSellable({ ...price, recurring, unit_amount: null })).toBe(false)
  })
})

describe('amounts', () => {
  it('are stored and summed without rounding', async () => {
    const { user } = await aPayingUser(app, 'pro')
    const { account } = await storedBillingState(app, await customerOf(app, { user }))
    const invoice = fc.record({
      amountPaidCents: fc.oneof(fc.constantFrom(1, 10, 29, 2990, 19_901), fc.integer({ min: 0, max: 99_999_999 })),
      amountRefundedCents: fc.constantFrom(0, 0, 1, 29, 19_901),
      amountLostCents: fc.constantFrom(0, 0, 0, 2990, 99_999_999),
      status: fc.constantFrom('paid', 'open', 'void', 'draft'),
      currency: fc.constantFrom('brl', 'brl', 'brl', 'usd'),
    })
    let count = 0
    await fc.assert(
      fc.asyncProperty(fc.array(invoice, { maxLength: 40 }), async invoices => {
        const before = await sumRevenue(db)
        const views = invoices.map(({ amountPaidCents, amountRefundedCents, amountLostCents, status, currency }) => ({
          stripeId: `in_property_${++count}`,
          subscription: null,
          paymentIntent: null,
          number: null,
          status: status as 'paid',
          amountDueCents: amountPaidCents,
          amountPaidCents,
          amountRefundedCents,
          amountLostCents,
          dispute: null,
          currency,
          billingReason: null,
          nextAttemptAt: null,
          createdAt: new Date('2030-01-01'),
        }))
        await upsertInvoices(db, account?.id ?? '', views)
        const expected = views
          .filter(view => view.status === 'paid' && view.currency === 'brl')
          .reduce((sum, view) => sum + view.amountPaidCents - returnedCents(view), 0)
        expect(await sumRevenue(db)).toBe(before + expected)
        const stored = new Map((await listInvoices(db, account?.id ?? '', 5000)).map(one => [one.id, one.amount_paid]))
        for (const { stripeId, amountPaidCents } of views) expect(stored.get(stripeId)).toBe(amountPaidCents)
      }),
      { numRuns: 30 },
    )
    const total = await sumRevenue(db)
    const admin = await anAdmin(app)
    expect((await call(adminApi.revenue, { token: admin.token })).data.totalRevenue).toBe(toReais(total))
    expect(Math.round(toReais(total) * 100)).toBe(total)
  })

  it('of a plan change within a month are whole centavos that add up to the invoice', async () => {
    const person = await aPayingUser(app, 'pro')
    advanceDays(app, 11)
    await changePlan(app, person.token, 'enterprise')
    await waitForWebhooks(app)
    const customer = await customerOf(app, person)
    const [change] = (await stripe.invoices.list({ customer })).data
    const lines = change?.lines.data.map(({ amount }) => amount) ?? []
    expect(lines.every(Number.isInteger)).toBe(true)
    expect(lines.reduce((sum, amount) => sum + amount, 0)).toBe(change?.amount_paid)
    const [stored] = (await call(billingApi.invoices, { token: person.token })).data.invoices
    expect(stored).toMatchObject({ amount_paid: change?.amount_paid, currency: 'brl', status: 'paid' })
    expect(stored?.amount_paid).toBeGreaterThan(0)
    expect(stored?.amount_paid).toBeLessThan(12_000)
  })
})

describe('months', () => {
  it('that begin on the 31st end on the last day of each month and return to the 31st', async () => {
    const calendar = await billingApp()
    const january = new Date(Date.UTC(calendar.sandbox.clock.now().getUTCFullYear() + 1, 0, 31, 15))
    calendar.sandbox.clock.advanceTo(january)
    const person = await aPayingUser(calendar, 'pro')
    const customer = await customerOf(calendar, person)
    const end = async () => {
      await waitForWebhooks(calendar)
      const [subscription] = (await storedBillingState(calendar, customer)).subscriptions
      return new Date(String(subscription?.current_period_end)).toISOString().slice(0, 16)
    }
    const year = january.getUTCFullYear()
    const february = new Date(Date.UTC(year, 2, 0)).getUTCDate()
    const ends = [`${year}-02-${february}T15:00`, `${year}-03-31T15:00`, `${year}-04-30T15:00`, `${year}-05-31T15:00`]
    const seen: string[] = []
    for (const last of ends) {
      seen.push(await end())
      calendar.sandbox.clock.advanceTo(new Date(`${last}:00Z`))
      advanceDays(calendar, 1)
    }
    expect(seen).toEqual(ends)
    await cancelInPortal(calendar, person.token)
    await waitForWebhooks(calendar)
    const [record] = (await calendar.call(billingApi.history, { token: person.token })).data.subscriptions
    expect(record?.cancel_at?.slice(0, 16)).toBe(`${year}-06-30T15:00`)
  })
})
