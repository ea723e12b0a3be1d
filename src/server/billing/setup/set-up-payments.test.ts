import { describe, expect, it, vi } from 'vitest'
import { authApi } from '#contract/auth/auth.ts'
import { billingApi } from '#contract/billing/billing.ts'
import { planPricesBrl } from '#contract/billing/plans.ts'
import { keptPromises } from '../../support-promises.ts'
import { advanceDays, waitForWebhooks } from '../../testing/billing-actions.ts'
import { aPayingUser, billingApp, checkoutForm, submitCheckout } from '../../testing/billing-app.ts'
import { aUser } from '../../testing/factories.ts'
import { testApp } from '../../testing/test-app.ts'
import { lookupKey } from '../stripe/catalog.ts'
import { createSandboxPayments } from '../stripe/create-payments.ts'
import type { Stripe } from '../stripe/stripe.ts'
import { setUpPayments } from './set-up-payments.ts'

const app = await billingApp()
const { call, payments, sandbox } = app
const { stripe } = payments
const [endpoint] = (await stripe.webhookEndpoints.list()).data
const said: string[] = []
const setup = {
  brandName: 'Fechou',
  kept: keptPromises(app.services.settings),
  webhookUrl: endpoint?.url ?? '',
  printLine: (line: string) => void said.push(line),
}
const setUp = (change: Partial<typeof setup> = {}) => setUpPayments(stripe, { ...setup, ...change })

/** Lists all objects that the setup creates. */
const made = async () => {
  const limit = 100
  const [products, prices, portals, webhooks] = await Promise.all([
    stripe.products.list({ limit }),
    stripe.prices.list({ limit }),
    stripe.billingPortal.configurations.list({ limit }),
    stripe.webhookEndpoints.list({ limit }),
  ])
  return JSON.parse(JSON.stringify([products.data, prices.data, portals.data, webhooks.data])) as unknown[][]
}
const changes = async () => (await stripe.events.list({ limit: 1 })).data[0]?.id

describe('setup', () => {
  it('creates three products, three prices, one portal and one webhook endpoint', async () => {
    expect((await made()).map(list => list.length)).toEqual([3, 3, 1, 1])
    const { data } = await stripe.prices.list({ lookup_keys: ['pro_monthly_brl_v1'], expand: ['data.product'] })
    expect(data).toMatchObject([
      {
        unit_amount: 7900,
        currency: 'brl',
        metadata: { app: 'fechou', plan: 'pro' },
        product: { id: 'prod_plan_pro', name: 'Fechou Profissional' },
      },
    ])
    const [portal] = (await stripe.billingPortal.configurations.list()).data
    expect(portal?.features).toMatchObject({
      subscription_pause: { enabled: false },
      subscription_cancel: { enabled: true, mode: 'at_period_end' },
      subscription_update: {
        proration_behavior: 'always_invoice',
        schedule_at_period_end: { conditions: [{ type: 'decreasing_item_amount' }] },
      },
    })
  })

  it('changes nothing and causes no event when it runs again, even five times concurrently', async () => {
    const [before, last] = [await made(), await changes()]
    said.length = 0
    expect(await setUp()).toBeUndefined()
    expect(await Promise.all(Array.from({ length: 5 }, () => setUp()))).toEqual(Array(5).fill(undefined))
    expect(await made()).toEqual(before)
    expect(await changes()).toBe(last)
    expect(said.slice(0, 5)).toEqual([
      expect.stringMatching(/^Plano Básico: price_\w+ \(R\$ 29\/mês\)$/),
      expect.stringMatching(/^Plano Profissional: price_\w+ \(R\$ 79\/mês\)$/),
      expect.stringMatching(/^Plano Empresarial: price_\w+ \(R\$ 199\/mês\)$/),
      'Portal do cliente: configurado',
      `Avisos em ${setup.webhookUrl}: endereço já existia`,
    ])
  })

  it('repairs manual changes', async () => {
    const before = await made()
    await stripe.products.update('prod_plan_pro', { name: 'Outro nome', active: false })
    const [portal] = (await stripe.billingPortal.configurations.list()).data
    await stripe.billingPortal.configurations.update(portal?.id ?? '', {
      features: { invoice_history: { enabled: false } },
    })
    await setUp()
    const withoutTimes = (lists: unknown[][]) =>
      lists.map(list => list.map(one => ({ ...(one as object), updated: undefined })))
    expect(withoutTimes(await made())).toEqual(withoutTimes(before))
  })

  it('does not change foreign products, portals and webhook endpoints', async () => {
    const other = await stripe.webhookEndpoints.create({ url: 'http://127.0.0.1:9/other', enabled_events: ['*'] })
    const portal = await stripe.billingPortal.configurations.create({
      features: { invoice_history: { enabled: true } },
    })
    await setUp()
    expect((await stripe.webhookEndpoints.list()).data.map(({ id }) => id)).toContain(other.id)
    const { data } = await stripe.billingPortal.configurations.list()
    expect(data.find(({ id }) => id === portal.id)).toEqual(portal)
    await stripe.webhookEndpoints.del(other.id)
  })

  it('replaces an own webhook endpoint with a missing version or missing events, and returns the new secret', async () => {
    const url = 'http://127.0.0.1:9/api/stripe/webhook'
    for (const wrong of [
      { enabled_events: ['*'] },
      { enabled_events: ['invoice.paid'], api_version: endpoint?.api_version },
    ] as Stripe.WebhookEndpointCreateParams[]) {
      const { id } = await stripe.webhookEndpoints.create({ ...wrong, url })
      expect(await setUp({ webhookUrl: url })).toMatch(/^whsec_\w+$/)
      const { data } = await stripe.webhookEndpoints.list({ limit: 100 })
      const ours = data.filter(known => known.url === url)
      expect(ours).toHaveLength(1)
      expect(ours[0]?.id).not.toBe(id)
      await stripe.webhookEndpoints.del(ours[0]?.id ?? '')
    }
  })

  it('deletes an own webhook endpoint only after creating its replacement', async () => {
    const url = 'http://127.0.0.1:9/api/stripe/webhook'
    const former = await stripe.webhookEndpoints.create({ url, enabled_events: ['*'] })
    const oursNow = async () => (await stripe.webhookEndpoints.list({ limit: 100 })).data.filter(one => one.url === url)
    const creating = vi.spyOn(stripe.webhookEndpoints, 'create').mockRejectedValueOnce(new Error('16 are the most'))
    await expect(setUp({ webhookUrl: url })).rejects.toThrow('16 are the most')
    expect((await oursNow()).map(({ id }) => id)).toEqual([former.id])
    creating.mockRestore()
    await setUp({ webhookUrl: url })
    const [made] = await oursNow()
    expect(made?.id).not.toBe(former.id)
    // An endpoint that an earlier run failed to delete is deleted by the next.
    const spare = await stripe.webhookEndpoints.create({ url, enabled_events: ['*'] })
    expect(await setUp({ webhookUrl: url })).toBeUndefined()
    expect((await oursNow()).map(({ id }) => id)).toEqual([made?.id])
    expect(spare.id).not.toBe(made?.id)
    await stripe.webhookEndpoints.del(made?.id ?? '')
  })
})

describe('raised price', () => {
  it('takes over the lookup key: subscribers keep their plan and price, new subscribers pay the new price', async () => {
    const person = await aPayingUser(app, 'basic')
    const former = (await app.planOf('basic')).priceId
    planPricesBrl.basic = 35
    try {
      await setUp()
    } finally {
      planPricesBrl.basic = 29
    }
    const [raised] = (await stripe.prices.list({ lookup_keys: [lookupKey('basic')] })).data
    expect(raised).toMatchObject({ unit_amount: 3500, metadata: { plan: 'basic' } })
    expect(await stripe.prices.retrieve(former)).toMatchObject({ lookup_key: null, unit_amount: 2900, active: true })
    const fresh = createSandboxPayments(sandbox, () => '')
    expect((await fresh.plans()).map(({ id, price }) => [id, price])).toContainEqual(['basic', 35])

    advanceDays(app, 32)
    await waitForWebhooks(app)
    const { user } = (await call(authApi.me, { token: person.token })).data
    expect(user).toMatchObject({ subscription_status: 'active', subscription_plan: 'basic' })
    const paid = (await call(billingApi.invoices, { token: person.token })).data.invoices
    expect(paid.map(({ amount_paid }) => amount_paid)).toEqual([2900, 2900])

    const later = await testApp({}, { payments: fresh })
    const { token } = await aUser(later)
    const reply = await later.call(billingApi.checkout, { token, body: checkoutForm(later, raised?.id ?? '') })
    await submitCheckout(reply.data.url)
    await waitForWebhooks(app)
    const invoices = (await later.call(billingApi.invoices, { token })).data.invoices
    expect(invoices.map(({ amount_paid }) => amount_paid)).toEqual([3500])
    expect((await later.call(authApi.me, { token })).data.user.subscription_plan).toBe('basic')
    // The old price is not for sale.
    const { token: late } = await aUser(later)
    const old = await later.call(billingApi.checkout, { token: late, body: checkoutForm(later, former) })
    expect([old.status, old.error.code]).toEqual([400, 'unknown_price'])
  })
})
