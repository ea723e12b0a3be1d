import Stripe from 'stripe'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createPrice, portalFeatures } from './contract-catalog.ts'
import { type ContractTarget, openContractTarget } from './contract-target.ts'

const timeoutMs = 180_000
const start = Math.floor(Date.now() / 1000)

let target: ContractTarget
let stripe: Stripe
let basic: Stripe.Price
let pro: Stripe.Price
let configuration: string

beforeAll(async () => {
  target = await openContractTarget()
  console.log(`Contract of billing, target: ${target.name}`)
  stripe = target.stripe
  basic = await createPrice(stripe, 'basic', 2900)
  pro = await createPrice(stripe, 'pro', 7900)
  const made = await stripe.billingPortal.configurations.create({
    features: portalFeatures([basic, pro]),
    metadata: { app: 'contract' },
  })
  configuration = made.id
}, timeoutMs)
afterAll(() => target.stop())

const createSubscription = async (price = basic) => {
  const clock = await stripe.testHelpers.testClocks.create({ frozen_time: start })
  const testSubscription = await target.subscribe(price.id, clock.id)
  return {
    ...testSubscription,
    testSubscription,
    clock: clock.id,
    read: () => stripe.subscriptions.retrieve(testSubscription.subscription),
  }
}
type Params = Stripe.Checkout.SessionCreateParams
const checkoutFor = (customer: string, change: Partial<Params> = {}) =>
  stripe.checkout.sessions.create({
    mode: 'subscription',
    customer,
    client_reference_id: 'account-1',
    locale: 'pt-BR',
    line_items: [{ price: basic.id, quantity: 1 }],
    allowed_payment_method_types: ['card'],
    adaptive_pricing: { enabled: false },
    billing_address_collection: 'auto',
    tax_id_collection: { enabled: true },
    customer_update: { name: 'auto', address: 'auto' },
    metadata: { accountId: '1' },
    subscription_data: { metadata: { accountId: '1' } },
    expires_at: Math.floor(Date.now() / 1000) + 2 * 3600,
    success_url: 'https://example.com/dashboard?success=true',
    cancel_url: 'https://example.com/subscription?canceled=true',
    ...change,
  })

describe('Stripe billing', () => {
  it("lists a customer's open checkout sessions with price and URLs", async () => {
    const customer = await stripe.customers.create({ metadata: { app: 'contract' } })
    const session = await checkoutFor(customer.id)
    const open = { customer: customer.id, status: 'open' as const, expand: ['data.line_items'] }
    const [found] = (await stripe.checkout.sessions.list(open)).data
    expect(found).toMatchObject({
      id: session.id,
      url: session.url,
      success_url: 'https://example.com/dashboard?success=true',
      cancel_url: 'https://example.com/subscription?canceled=true',
    })
    expect(found?.line_items?.data[0]?.price?.id).toBe(basic.id)
    await stripe.checkout.sessions.expire(session.id)
    expect((await stripe.checkout.sessions.list(open)).data).toEqual([])
  })

  it('rejects a checkout for an archived or unknown price', async () => {
    const customer = await stripe.customers.create({})
    const archived = await stripe.prices.create({
      currency: 'brl',
      unit_amount: 100,
      product: String(basic.product),
      recurring: { interval: 'month' },
      active: false,
    })
    for (const price of [archived.id, String(basic.product)]) {
      await expect(checkoutFor(customer.id, { line_items: [{ price, quantity: 1 }] })).rejects.toMatchObject({
        type: 'StripeInvalidRequestError',
      })
    }
  })

  it('rejects lists of a customer that never existed', async () => {
    const unknown = { customer: 'cus_of_another_account' }
    for (const objects of [stripe.subscriptions, stripe.invoices, stripe.charges])
      await expect(objects.list(unknown)).rejects.toMatchObject({ code: 'resource_missing', param: 'customer' })
    await expect(stripe.customers.retrieve(unknown.customer)).rejects.toMatchObject({ code: 'resource_missing' })
  })

  it(
    'cancels the subscriptions of a deleted customer and rejects further calls for the customer',
    async () => {
      const { customer, read } = await createSubscription()
      expect(await stripe.customers.del(customer)).toMatchObject({ deleted: true })
      expect(await stripe.customers.retrieve(customer)).toMatchObject({ deleted: true })
      expect((await read()).status).toBe('canceled')
      await expect(stripe.customers.update(customer, { name: 'Ana' })).rejects.toMatchObject({
        code: 'resource_missing',
      })
      await expect(checkoutFor(customer)).rejects.toMatchObject({ code: 'resource_missing', param: 'customer' })
      await expect(stripe.billingPortal.sessions.create({ customer, configuration })).rejects.toMatchObject({
        code: 'resource_missing',
        param: 'customer',
      })
      // Stripe may reject the deleted customer or return no subscriptions. The product handles both.
      const left = await stripe.subscriptions.list({ customer }).catch((error: Stripe.errors.StripeError) => error.code)
      expect(typeof left === 'object' ? left.data : left).toEqual(typeof left === 'object' ? [] : 'resource_missing')
    },
    timeoutMs,
  )

  it(
    'makes a subscription past due with an open invoice, and active when the invoice is paid',
    async () => {
      const { customer, subscription, testSubscription, clock, read } = await createSubscription()
      await target.useFailingCard(testSubscription)
      const end = (await read()).items.data[0]?.current_period_end ?? 0
      await target.advance(clock, end + 2 * 3600)
      expect((await read()).status).toBe('past_due')
      const [open, ...others] = (await stripe.invoices.list({ customer, subscription, status: 'open', limit: 1 })).data
      expect(others).toEqual([])
      expect(open).toMatchObject({ status: 'open', amount_due: 2900, amount_paid: 0, currency: 'brl' })
      expect(open?.hosted_invoice_url).toMatch(/^https?:/)
      expect(open?.invoice_pdf).toMatch(/^https?:/)
      expect(open?.parent?.subscription_details?.subscription).toBe(subscription)
      await target.useWorkingCard(testSubscription)
      await stripe.invoices.pay(open?.id ?? '')
      expect((await read()).status).toBe('active')
      const all = await stripe.subscriptions.list({ customer, status: 'all', limit: 100 })
      expect(all.data.map(({ status }) => status)).toEqual(['active'])
    },
    timeoutMs,
  )

  it(
    'makes a subscription active when its latest invoice is paid, although an older one is open',
    async () => {
      const { subscription, testSubscription, clock, read } = await createSubscription(
        await createPrice(stripe, 'weekly', 900, 'week'),
      )
      await target.useFailingCard(testSubscription)
      const end = (await read()).items.data[0]?.current_period_end ?? 0
      await target.advance(clock, end + 2 * 3600)
      await target.advance(clock, end + 7 * 86_400 + 2 * 3600)
      const openOnes = async () => (await stripe.invoices.list({ subscription, status: 'open' })).data
      const [latest, older] = await openOnes()
      expect((await read()).status).toBe('past_due')
      expect(older?.created).toBeLessThan(latest?.created ?? 0)
      await target.useWorkingCard(testSubscription)
      await stripe.invoices.pay(latest?.id ?? '')
      expect((await read()).status).toBe('active')
      expect((await openOnes()).map(({ id }) => id)).toEqual([older?.id])
    },
    timeoutMs,
  )

  it(
    'creates portal flows for a plan change and a new card, and rejects the current plan',
    async () => {
      const { customer, subscription, read } = await createSubscription()
      const item = (await read()).items.data[0]?.id ?? ''
      const open = (price: string) =>
        stripe.billingPortal.sessions.create({
          customer,
          configuration,
          locale: 'pt-BR',
          return_url: 'https://example.com/profile',
          flow_data: {
            type: 'subscription_update_confirm',
            subscription_update_confirm: { subscription, items: [{ id: item, price, quantity: 1 }] },
            after_completion: {
              type: 'redirect',
              redirect: { return_url: 'https://example.com/dashboard?success=true' },
            },
          },
        })
      expect((await open(pro.id)).flow?.type).toBe('subscription_update_confirm')
      await expect(open(basic.id)).rejects.toMatchObject({ type: 'StripeInvalidRequestError' })
      const card = { type: 'payment_method_update' } as const
      const other = await stripe.billingPortal.sessions.create({ customer, configuration, flow_data: card })
      expect(other.flow?.type).toBe('payment_method_update')
    },
    timeoutMs,
  )

  it(
    'cancels a subscription with a schedule only after the schedule is released',
    async () => {
      const { subscription, testSubscription, read } = await createSubscription(pro)
      const schedule = await target.schedulePrice(testSubscription, basic.id, configuration)
      expect((await read()).schedule).toBe(schedule)
      expect((await read()).items.data[0]?.price.id).toBe(pro.id)
      await expect(stripe.subscriptions.update(subscription, { cancel_at_period_end: true })).rejects.toMatchObject({
        type: 'StripeInvalidRequestError',
      })
      expect(await stripe.subscriptionSchedules.release(schedule)).toMatchObject({
        status: 'released',
        released_subscription: subscription,
      })
      const canceled = await stripe.subscriptions.update(subscription, { cancel_at_period_end: true })
      expect(canceled).toMatchObject({ schedule: null, cancel_at_period_end: true, status: 'active' })
    },
    timeoutMs,
  )

  it('returns the products of a portal configuration only when expanded', async () => {
    const path = 'features.subscription_update.products'
    const whole = { active: true, limit: 100, expand: [`data.${path}`] }
    const find = (list: Stripe.ApiList<Stripe.BillingPortal.Configuration>) =>
      list.data.find(({ id }) => id === configuration)?.features.subscription_update.products
    expect(find(await stripe.billingPortal.configurations.list({ active: true, limit: 100 }))).toBeUndefined()
    expect(find(await stripe.billingPortal.configurations.list(whole))).toMatchObject([
      { product: basic.product, prices: [basic.id] },
      { product: pro.product, prices: [pro.id] },
    ])
  })

  it(
    'returns the scheduled plan of a subscription when expanded',
    async () => {
      const { customer, testSubscription, read } = await createSubscription(pro)
      await target.schedulePrice(testSubscription, basic.id, configuration)
      const end = (await read()).items.data[0]?.current_period_end
      const [found] = (await stripe.subscriptions.list({ customer, status: 'all', expand: ['data.schedule'] })).data
      const schedule = found?.schedule as Stripe.SubscriptionSchedule
      expect(schedule).toMatchObject({ status: 'active', customer, current_phase: { end_date: end } })
      const next = schedule.phases.find(phase => phase.start_date === end)
      expect(next?.items.map(({ price }) => price)).toEqual([basic.id])
    },
    timeoutMs,
  )

  it('returns the secret of a webhook endpoint only on creation, and stores its events and version', async () => {
    const made = await stripe.webhookEndpoints.create({
      url: `https://example.com/contract/${start}`,
      enabled_events: ['customer.subscription.updated', 'invoice.paid'],
      api_version: Stripe.API_VERSION,
      metadata: { app: 'contract' },
    })
    try {
      expect(made).toMatchObject({ secret: expect.stringMatching(/^whsec_/), status: 'enabled' })
      const known = (await stripe.webhookEndpoints.list({ limit: 100 })).data.find(({ id }) => id === made.id)
      expect(known?.secret).toBeUndefined()
      expect(known).toMatchObject({
        api_version: Stripe.API_VERSION,
        enabled_events: ['customer.subscription.updated', 'invoice.paid'],
      })
    } finally {
      await stripe.webhookEndpoints.del(made.id)
    }
  })

  it(
    'lists events by type and time',
    async () => {
      const { subscription } = await createSubscription()
      const types = ['customer.subscription.created', 'customer.subscription.updated', 'invoice.paid']
      const { data } = await stripe.events.list({ created: { gte: start - 60 }, types, limit: 100 })
      expect(data.every(({ type }) => types.includes(type))).toBe(true)
      const ids = data.map(({ data: { object } }) => (object as { id?: string }).id)
      expect(ids).toContain(subscription)
      const many = Array.from({ length: 21 }, (_, index) => `invoice.kind${index}`)
      await expect(stripe.events.list({ types: many })).rejects.toMatchObject({ statusCode: 400 })
    },
    timeoutMs,
  )
})

describe('openContractTarget', () => {
  it('uses test mode with a test key, rejects a live key and names its target', async () => {
    expect((await openContractTarget('sk_test_51abc')).name).toBe('Stripe (test mode)')
    await expect(openContractTarget('sk_live_51abc')).rejects.toThrow('sk_test_ keys only')
    expect(target.name).toBe(process.env.STRIPE_SECRET_KEY ? 'Stripe (test mode)' : 'sandbox only')
  })
})
