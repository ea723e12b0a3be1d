import fc from 'fast-check'
import type Stripe from 'stripe'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createCheckout, goodCard, submitForm, subscribe } from '../testing/browse.ts'
import { type Catalog, createCatalog } from '../testing/catalog.ts'
import { type OpenSandbox, openSandbox } from '../testing/open-sandbox.ts'
import { waitUntil } from '../testing/receive-webhooks.ts'

const hour = 3600
const day = 86_400
const start = Date.UTC(2027, 0, 31, 12) / 1000

let open: OpenSandbox
let stripe: Stripe
let catalog: Catalog
beforeAll(async () => {
  open = await openSandbox()
  stripe = open.stripe
  catalog = await createCatalog(stripe)
})
afterAll(() => open.stop())

const subscribeUnderClock = async (price = catalog.basic.id) => {
  const clock = await stripe.testHelpers.testClocks.create({ frozen_time: start })
  const made = await subscribe(stripe, price, { test_clock: clock.id })
  const advance = async (to: number) => {
    expect((await stripe.testHelpers.testClocks.advance(clock.id, { frozen_time: to })).status).toBe('advancing')
    await waitUntil(async () => (await stripe.testHelpers.testClocks.retrieve(clock.id)).status === 'ready')
  }
  const portal = async () =>
    (await stripe.billingPortal.sessions.create({ customer: made.customer, configuration: catalog.configuration.id }))
      .url
  return { ...made, advance, portal, read: () => stripe.subscriptions.retrieve(made.subscription) }
}
const dayOf = (seconds: number | undefined) => new Date((seconds ?? 0) * 1000).toISOString().slice(0, 10)
const typesOf = async (customer: string) =>
  (await stripe.events.list({ limit: 100 })).data
    .filter(({ data }) => (data.object as { customer?: unknown }).customer === customer)
    .map(({ type }) => type)
    .reverse()

describe('renewals', () => {
  it('are billed on the anchor day as a draft that is charged an hour later', async () => {
    const { customer, advance, read } = await subscribeUnderClock()
    const monthEnds = ['2027-02-28', '2027-03-31', '2027-04-30']
    expect(dayOf((await read()).items.data[0]?.current_period_end)).toBe(monthEnds[0])
    await advance(Date.UTC(2027, 1, 28, 12) / 1000)
    const [draft] = (await stripe.invoices.list({ customer })).data
    expect(draft).toMatchObject({ status: 'draft', billing_reason: 'subscription_cycle', amount_due: 2900 })
    await advance(Date.UTC(2027, 3, 1) / 1000)
    const invoices = (await stripe.invoices.list({ customer })).data
    expect(invoices.map(({ status }) => status)).toEqual(['paid', 'paid', 'paid'])
    expect(invoices.map(({ number }) => number?.slice(-4))).toEqual(['0003', '0002', '0001'])
    expect(dayOf((await read()).items.data[0]?.current_period_end)).toBe(monthEnds[2])
  })

  it('that fail make the subscription past due and cancel it after three retries', async () => {
    const { customer, advance, read, portal } = await subscribeUnderClock()
    await submitForm(`${await portal()}/payment-method`, { ...goodCard, number: '4000000000000341' })
    const end = Date.UTC(2027, 1, 28, 12) / 1000
    await advance(end + 2 * hour)
    expect((await read()).status).toBe('past_due')
    const [open1] = (await stripe.invoices.list({ customer, status: 'open' })).data
    expect(open1).toMatchObject({ attempt_count: 1, next_payment_attempt: end + hour + 3 * day })
    await advance(end + hour + 9 * day)
    expect((await stripe.invoices.retrieve(open1?.id ?? '')).attempt_count).toBe(3)
    await advance(end + hour + 16 * day)
    const ended = await read()
    expect(ended).toMatchObject({ status: 'canceled', cancellation_details: { reason: 'payment_failed' } })
    const types = await typesOf(customer)
    expect(types.filter(type => type === 'invoice.payment_failed')).toHaveLength(4)
    expect(types.at(-1)).toBe('customer.subscription.deleted')
  })

  it('keep their retries when a card was also declined on the invoice page', async () => {
    const { customer, advance, portal } = await subscribeUnderClock()
    await submitForm(`${await portal()}/payment-method`, { ...goodCard, number: '4000000000000341' })
    const end = Date.UTC(2027, 1, 28, 12) / 1000
    await advance(end + 2 * hour)
    const [invoice] = (await stripe.invoices.list({ customer, status: 'open' })).data
    expect((await submitForm(invoice?.hosted_invoice_url ?? '', { saved: '1' })).status).toBe(402)
    await advance(end + hour + 4 * day)
    expect(await stripe.invoices.retrieve(invoice?.id ?? '')).toMatchObject({
      attempt_count: 2,
      next_payment_attempt: end + hour + 8 * day,
    })
  })

  it('that fail for good leave the subscription unpaid when that is configured, and later invoices stay drafts', async () => {
    const { customer, advance, read, portal } = await subscribeUnderClock()
    await submitForm(`${await portal()}/payment-method`, { ...goodCard, number: '4000000000000341' })
    open.sandbox.chaos.leave_unpaid = true
    await advance(Date.UTC(2027, 3, 1) / 1000)
    open.sandbox.chaos.leave_unpaid = false
    expect((await read()).status).toBe('unpaid')
    const invoices = (await stripe.invoices.list({ customer })).data
    expect(invoices.map(({ status }) => status)).toEqual(['draft', 'open', 'paid'])
    await submitForm(`${await portal()}/payment-method`, goodCard)
    await stripe.invoices.pay(invoices[1]?.id ?? '')
    expect((await read()).status).toBe('active')
  })

  it('that failed can be paid on the invoice page with another card, which becomes the default when chosen', async () => {
    const { customer, advance, read, portal } = await subscribeUnderClock()
    await submitForm(`${await portal()}/payment-method`, { ...goodCard, number: '4000000000000341' })
    await advance(Date.UTC(2027, 1, 28, 14) / 1000)
    const [invoice] = (await stripe.invoices.list({ customer, status: 'open' })).data
    const page = invoice?.hosted_invoice_url ?? ''
    expect(await (await fetch(page)).text()).toContain('Pagar fatura')
    expect((await submitForm(page, { saved: '1' })).text).toContain('Seu cartão foi recusado.')
    expect((await submitForm(page, { ...goodCard, keep: '1' })).status).toBe(303)
    expect(await read()).toMatchObject({ status: 'active' })
    const pdf = await fetch(invoice?.invoice_pdf ?? '')
    expect(pdf.headers.get('content-type')).toBe('application/pdf')
    expect((await pdf.text()).slice(0, 5)).toBe('%PDF-')
    await advance(Date.UTC(2027, 3, 1) / 1000)
    expect((await stripe.invoices.list({ customer, status: 'paid' })).data).toHaveLength(3)
  })

  it("that are declined through the API return Stripe's error", async () => {
    const { customer, advance, portal } = await subscribeUnderClock()
    await submitForm(`${await portal()}/payment-method`, { ...goodCard, number: '4000000000000341' })
    await advance(Date.UTC(2027, 1, 28, 14) / 1000)
    const [invoice] = (await stripe.invoices.list({ customer, status: 'open' })).data
    await expect(stripe.invoices.pay(invoice?.id ?? '')).rejects.toMatchObject({
      type: 'StripeCardError',
      code: 'card_declined',
      decline_code: 'generic_decline',
    })
  })
})

describe('cancellation', () => {
  it('at the end of the period can be undone, and its execution emits one event', async () => {
    const { customer, subscription, advance, read } = await subscribeUnderClock()
    const update = (params: Stripe.SubscriptionUpdateParams) => stripe.subscriptions.update(subscription, params)
    const canceling = await update({ cancel_at_period_end: true })
    const end = canceling.items.data[0]?.current_period_end
    expect(canceling).toMatchObject({ status: 'active', cancel_at_period_end: true, cancel_at: end })
    await expect(update({ cancel_at_period_end: false, cancel_at: '' })).rejects.toMatchObject({
      message: 'Received both cancel_at_period_end and cancel_at parameters. Please pass in only one.',
    })
    expect(await update({ cancel_at_period_end: false })).toMatchObject({ cancel_at: null, canceled_at: null })
    await update({ cancel_at_period_end: true })
    const before = (await typesOf(customer)).length
    await advance((end ?? 0) + day)
    expect(await read()).toMatchObject({ status: 'canceled', ended_at: end })
    expect((await typesOf(customer)).slice(before)).toEqual(['customer.subscription.deleted'])
  })

  it('in the portal sets cancel_at but not cancel_at_period_end, and undoing clears it', async () => {
    const { read, portal, subscription } = await subscribeUnderClock()
    const url = await portal()
    expect((await submitForm(`${url}/cancel`, {})).status).toBe(303)
    const canceling = await read()
    expect(canceling).toMatchObject({
      cancel_at_period_end: false,
      cancel_at: canceling.items.data[0]?.current_period_end,
    })
    expect(await (await fetch(`${url}/home`)).text()).toContain('Cancelamento automático em 28 de fevereiro de 2027')
    await submitForm(`${url}/renew`, {})
    expect(await read()).toMatchObject({ cancel_at: null })
    await submitForm(`${url}/cancel`, {})
    expect(await stripe.subscriptions.update(subscription, { cancel_at: '' })).toMatchObject({ cancel_at: null })
  })

  it('of a subscription without its first payment happens after 23 hours', async () => {
    const clock = await stripe.testHelpers.testClocks.create({ frozen_time: start })
    const { id: customer } = await stripe.customers.create({ test_clock: clock.id })
    const session = await createCheckout(stripe, customer, catalog.basic.id)
    await submitForm(session.url ?? '', { ...goodCard, number: '4000002500003155' })
    await stripe.testHelpers.testClocks.advance(clock.id, { frozen_time: start + 24 * hour })
    await waitUntil(async () => (await stripe.testHelpers.testClocks.retrieve(clock.id)).status === 'ready')
    const [subscription] = (await stripe.subscriptions.list({ customer, status: 'all' })).data
    expect(subscription).toMatchObject({ status: 'incomplete_expired' })
    expect((await stripe.invoices.list({ customer })).data[0]).toMatchObject({ status: 'void' })
  })
})

describe('a plan change', () => {
  it('to a higher price is previewed and charged now, and to a lower price applies at the end of the period', async () => {
    const { customer, subscription, advance, read, portal } = await subscribeUnderClock()
    await advance(start + 14 * day)
    const item = (await read()).items.data[0]?.id ?? ''
    const preview = await stripe.invoices.createPreview({
      customer,
      subscription,
      subscription_details: { items: [{ id: item, price: catalog.pro.id }], proration_behavior: 'always_invoice' },
    })
    expect(preview.amount_due).toBe(2500)
    const url = await portal()
    expect(await (await fetch(`${url}/update/${catalog.pro.id}`)).text()).toMatch(/25,00/)
    await submitForm(`${url}/update/${catalog.pro.id}`, {})
    expect((await read()).items.data[0]?.price.id).toBe(catalog.pro.id)
    const [paid] = (await stripe.invoices.list({ customer })).data
    expect(paid).toMatchObject({ amount_paid: 2500, billing_reason: 'subscription_update', status: 'paid' })
    await submitForm(`${url}/update/${catalog.basic.id}`, {})
    const waiting = await read()
    expect(waiting.schedule).toMatch(/^sub_sched_/)
    expect(waiting.items.data[0]?.price.id).toBe(catalog.pro.id)
    await advance(Date.UTC(2027, 1, 28, 14) / 1000)
    const after = await read()
    expect(after.schedule).toBeNull()
    expect(after.items.data[0]?.price.id).toBe(catalog.basic.id)
    expect((await stripe.invoices.list({ customer })).data[0]).toMatchObject({ amount_paid: 2900 })
  })

  it('with a declined charge changes nothing', async () => {
    const { customer, read, portal } = await subscribeUnderClock()
    const url = await portal()
    open.sandbox.chaos.next_payment_fails = 1
    const response = await submitForm(`${url}/update/${catalog.pro.id}`, {})
    expect(response.text).toContain('Seu cartão foi recusado.')
    expect((await read()).items.data[0]?.price.id).toBe(catalog.basic.id)
    expect((await stripe.invoices.list({ customer })).data).toHaveLength(1)
  })

  it('to a lower price through the API creates a credit for the next invoice', async () => {
    const { customer, subscription, read, advance } = await subscribeUnderClock(catalog.pro.id)
    const item = (await read()).items.data[0]?.id ?? ''
    await stripe.subscriptions.update(subscription, {
      items: [{ id: item, price: catalog.basic.id }],
      proration_behavior: 'always_invoice',
    })
    expect(await stripe.customers.retrieve(customer)).toMatchObject({ balance: -5000 })
    await advance(Date.UTC(2027, 1, 28, 14) / 1000)
    expect((await stripe.invoices.list({ customer })).data[0]).toMatchObject({
      total: 2900,
      amount_due: 0,
      status: 'paid',
    })
    expect(await stripe.customers.retrieve(customer)).toMatchObject({ balance: -2100 })
  })
})

describe('the clock', () => {
  it('gives the same result whatever the steps it advances in', async () => {
    const shape = async (steps: number[]) => {
      const { customer, advance, read } = await subscribeUnderClock()
      for (const step of [...new Set(steps)].sort((a, b) => a - b)) await advance(start + step * hour)
      await advance(start + 100 * day)
      const { status, items } = await read()
      const invoices = (await stripe.invoices.list({ customer })).data
      return {
        status,
        end: items.data[0]?.current_period_end,
        invoices: invoices.map(({ created, status: of }) => [created, of]),
      }
    }
    const whole = await shape([])
    await fc.assert(
      fc.asyncProperty(fc.array(fc.integer({ min: 1, max: 99 * 24 }), { maxLength: 5 }), async steps => {
        expect(await shape(steps)).toEqual(whole)
      }),
      { numRuns: 8 },
    )
  })

  it('advances all customers without a test clock through the default clock', async () => {
    const own = await openSandbox()
    const { basic } = await createCatalog(own.stripe)
    const { customer, subscription } = await subscribe(own.stripe, basic.id)
    const { frozen_time: now } = await own.stripe.testHelpers.testClocks.retrieve('clock_sandbox')
    await own.stripe.testHelpers.testClocks.advance('clock_sandbox', { frozen_time: now + 32 * day })
    expect((await own.stripe.invoices.list({ customer })).data.map(({ status }) => status)).toEqual(['paid', 'paid'])
    expect(own.sandbox.clock.now().getTime() / 1000).toBeGreaterThanOrEqual(now + 32 * day)
    expect((await own.stripe.subscriptions.retrieve(subscription)).status).toBe('active')
    await own.stop()
  })
})
