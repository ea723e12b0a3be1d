import type Stripe from 'stripe'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ContractTarget, openContractTarget } from './contract-target.ts'

const timeoutMs = 120_000
const start = Math.floor(Date.now() / 1000)

let target: ContractTarget
let stripe: Stripe
let product: Stripe.Product
let basic: Stripe.Price
let pro: Stripe.Price

const createPrice = (unit_amount: number) =>
  stripe.prices.create({
    currency: 'brl',
    unit_amount,
    product: product.id,
    recurring: { interval: 'month' },
    metadata: { plan: 'contract' },
  })

beforeAll(async () => {
  target = await openContractTarget()
  console.log(`Contract suite, target: ${target.name}`)
  stripe = target.stripe
  product = await stripe.products.create({ name: 'Contrato (teste)', marketing_features: [{ name: 'Até 100 leads' }] })
  basic = await createPrice(2900)
  pro = await createPrice(7900)
}, timeoutMs)
afterAll(() => target.stop())

const advance = (clock: string, to: number) => target.advance(clock, to)

const createSubscription = async () => {
  const clock = await stripe.testHelpers.testClocks.create({ frozen_time: start })
  const made = await target.subscribe(basic.id, clock.id)
  return { ...made, clock: clock.id, read: () => stripe.subscriptions.retrieve(made.subscription) }
}

describe('Stripe', () => {
  it('transfers a lookup key only with transfer_lookup_key', async () => {
    const lookup_key = `contract_${start}_${Math.random().toString(36).slice(2)}`
    await stripe.prices.update(basic.id, { lookup_key })
    await expect(stripe.prices.update(pro.id, { lookup_key })).rejects.toMatchObject({ statusCode: 400 })
    await stripe.prices.update(pro.id, { lookup_key, transfer_lookup_key: true })
    expect((await stripe.prices.retrieve(basic.id)).lookup_key).toBeNull()
    const [found] = (await stripe.prices.list({ lookup_keys: [lookup_key], expand: ['data.product'] })).data
    expect(found?.product).toMatchObject({ id: product.id, object: 'product' })
  })

  it('returns the same customer for a repeated idempotency key and rejects the key with other parameters', async () => {
    const idempotencyKey = `contract:${start}:${Math.random()}`
    const first = await stripe.customers.create({ metadata: { userId: '1' } }, { idempotencyKey })
    expect((await stripe.customers.create({ metadata: { userId: '1' } }, { idempotencyKey })).id).toBe(first.id)
    await expect(stripe.customers.create({ metadata: { userId: '2' } }, { idempotencyKey })).rejects.toMatchObject({
      type: 'StripeIdempotencyError',
    })
    expect(await stripe.customers.del(first.id)).toMatchObject({ id: first.id, deleted: true })
    expect(await stripe.customers.retrieve(first.id)).toMatchObject({ deleted: true })
  })

  it('rejects unknown ids, unknown parameters and a fifth level of expansion', async () => {
    await expect(stripe.customers.retrieve('cus_nobody')).rejects.toMatchObject({
      statusCode: 404,
      code: 'resource_missing',
    })
    await expect(stripe.products.list({ colour: 'red' } as never)).rejects.toMatchObject({ code: 'parameter_unknown' })
    await expect(stripe.subscriptions.list({ expand: ['data.items.data.price.product'] })).rejects.toMatchObject({
      statusCode: 400,
    })
  })

  it('gives a checkout session a URL only while it is open', async () => {
    const session = await stripe.checkout.sessions.create({
      mode: 'subscription',
      line_items: [{ price: basic.id, quantity: 1 }],
      allowed_payment_method_types: ['card'],
      locale: 'pt-BR',
      success_url: 'https://example.com/dashboard?success=true',
      cancel_url: 'https://example.com/subscription?canceled=true',
      expires_at: Math.floor(Date.now() / 1000) + 31 * 60,
    })
    expect(session).toMatchObject({
      status: 'open',
      payment_status: 'unpaid',
      mode: 'subscription',
      subscription: null,
    })
    expect(session.url).toMatch(/^https?:/)
    expect(await stripe.checkout.sessions.expire(session.id)).toMatchObject({ status: 'expired', url: null })
    await expect(stripe.checkout.sessions.expire(session.id)).rejects.toMatchObject({ statusCode: 400 })
  })

  it(
    'stores periods on the items, renews monthly and bills each period once',
    async () => {
      const { customer, clock, read } = await createSubscription()
      const first = await read()
      const [item] = first.items.data
      expect(first).toMatchObject({ status: 'active', billing_mode: { type: 'flexible' } })
      expect(item?.current_period_end).toBeGreaterThan(start + 27 * 86_400)
      await advance(clock, (item?.current_period_end ?? 0) + 2 * 3600)
      expect((await read()).items.data[0]?.current_period_start).toBe(item?.current_period_end)
      const invoices = (await stripe.invoices.list({ customer })).data
      expect(invoices.map(({ status, amount_paid }) => [status, amount_paid])).toEqual([
        ['paid', 2900],
        ['paid', 2900],
      ])
      expect(invoices.map(({ billing_reason: reason }) => reason)).toEqual([
        'subscription_cycle',
        'subscription_create',
      ])
      expect(invoices[0]?.parent?.subscription_details?.subscription).toBe(first.id)
    },
    timeoutMs,
  )

  it(
    'cancels at the end of the period, allows to undo that, and rejects both parameters at once',
    async () => {
      const { subscription, clock, read } = await createSubscription()
      const end = (await read()).items.data[0]?.current_period_end ?? 0
      const update = (params: Stripe.SubscriptionUpdateParams) => stripe.subscriptions.update(subscription, params)
      expect(await update({ cancel_at_period_end: true })).toMatchObject({
        status: 'active',
        cancel_at_period_end: true,
      })
      await expect(update({ cancel_at_period_end: false, cancel_at: '' })).rejects.toMatchObject({ statusCode: 400 })
      expect(await update({ cancel_at_period_end: false })).toMatchObject({
        cancel_at_period_end: false,
        cancel_at: null,
      })
      expect(await update({ cancel_at: end })).toMatchObject({ cancel_at: end })
      expect(await update({ cancel_at: '' })).toMatchObject({ cancel_at: null })
      await update({ cancel_at_period_end: true })
      await advance(clock, end + 3600)
      expect((await read()).status).toBe('canceled')
      expect((await stripe.subscriptions.list({ customer: String((await read()).customer) })).data).toEqual([])
    },
    timeoutMs,
  )

  it(
    'previews an upgrade in whole cents: credit for the old price, charge for the new',
    async () => {
      const { customer, subscription, read } = await createSubscription()
      const item = (await read()).items.data[0]?.id ?? ''
      const preview = await stripe.invoices.createPreview({
        customer,
        subscription,
        subscription_details: { items: [{ id: item, price: pro.id }], proration_behavior: 'always_invoice' },
      })
      expect(Number.isInteger(preview.amount_due)).toBe(true)
      expect(Math.abs(preview.amount_due - 5000)).toBeLessThan(20)
      expect(preview.lines.data.every(({ parent }) => parent?.subscription_item_details?.proration)).toBe(true)
    },
    timeoutMs,
  )

  it(
    'creates a portal session with a custom configuration',
    async () => {
      const { customer } = await createSubscription()
      const configuration = await stripe.billingPortal.configurations.create({
        business_profile: { headline: 'Fechou' },
        features: { invoice_history: { enabled: true } },
      })
      const session = await stripe.billingPortal.sessions.create({
        customer,
        configuration: configuration.id,
        locale: 'pt-BR',
        return_url: 'https://example.com/',
      })
      expect(session).toMatchObject({ customer, configuration: configuration.id })
      expect(session.url).toMatch(/^https?:/)
    },
    timeoutMs,
  )
})
