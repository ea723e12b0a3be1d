import type Stripe from 'stripe'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { goodCard, submitForm, subscribe } from '../testing/browse.ts'
import { type Catalog, createCatalog } from '../testing/catalog.ts'
import { type OpenSandbox, openSandbox } from '../testing/open-sandbox.ts'

let open: OpenSandbox
let stripe: Stripe
let catalog: Catalog
let clockOffsetSeconds = 0
beforeAll(async () => {
  open = await openSandbox({ now: () => new Date(Date.now() + clockOffsetSeconds * 1000) })
  stripe = open.stripe
  catalog = await createCatalog(stripe)
})
afterAll(() => open.stop())

const portal = (customer: string, more: Partial<Stripe.BillingPortal.SessionCreateParams> = {}) =>
  stripe.billingPortal.sessions
    .create({ customer, configuration: catalog.configuration.id, return_url: 'http://127.0.0.1:9/profile', ...more })
    .then(({ url }) => url)

describe('the portal', () => {
  it('shows plan, card, invoices and the return link', async () => {
    const { customer } = await subscribe(stripe, catalog.basic.id)
    const text = await (await fetch(await portal(customer))).text()
    for (const part of [
      'Básico',
      'Visa final 4242',
      'Pago',
      'Próxima cobrança em',
      'http://127.0.0.1:9/profile',
      'Ambiente de teste',
    ])
      expect(text).toContain(part)
  })

  it('expires after five minutes unused or an hour idle', async () => {
    const { customer } = await subscribe(stripe, catalog.basic.id)
    const unused = await portal(customer)
    const used = await portal(customer)
    expect((await fetch(used)).status).toBe(200)
    clockOffsetSeconds = 6 * 60
    expect((await fetch(unused)).status).toBe(410)
    expect((await fetch(`${used}/home`)).status).toBe(200)
    clockOffsetSeconds = 3 * 3600
    expect((await fetch(`${used}/home`)).status).toBe(410)
    clockOffsetSeconds = 0
  })

  it("starts at the flow's page and redirects to the flow's return URL", async () => {
    const { customer, subscription } = await subscribe(stripe, catalog.basic.id)
    const item = (await stripe.subscriptions.retrieve(subscription)).items.data[0]?.id ?? ''
    const url = await portal(customer, {
      flow_data: {
        type: 'subscription_update_confirm',
        subscription_update_confirm: { subscription, items: [{ id: item, price: catalog.pro.id, quantity: 1 }] },
        after_completion: { type: 'redirect', redirect: { return_url: 'http://127.0.0.1:9/dashboard' } },
      },
    })
    const page = await fetch(url)
    expect(page.url).toContain(`/update/${catalog.pro.id}`)
    expect(page.headers.get('content-security-policy')).toContain('http://127.0.0.1:9')
    expect(await page.text()).toContain('Valor a pagar agora (aproximado)')
    const done = await submitForm(page.url, {})
    expect(done).toMatchObject({ status: 303, location: 'http://127.0.0.1:9/dashboard' })
    const again = await submitForm(page.url, {})
    expect(again).toMatchObject({ status: 303, location: 'http://127.0.0.1:9/dashboard' })
    expect((await stripe.invoices.list({ customer })).data).toHaveLength(2)
  })

  it('starts each other flow at its page', async () => {
    const { customer, subscription } = await subscribe(stripe, catalog.basic.id)
    const landingUrl = async (flow_data: Stripe.BillingPortal.SessionCreateParams.FlowData) =>
      (await fetch(await portal(customer, { flow_data }))).url
    expect(await landingUrl({ type: 'payment_method_update' })).toMatch(/payment-method$/)
    expect(await landingUrl({ type: 'subscription_cancel', subscription_cancel: { subscription } })).toMatch(/cancel$/)
    expect(await landingUrl({ type: 'subscription_update', subscription_update: { subscription } })).toMatch(/update$/)
  })

  it('accepts a card that declines charges only, and rejects a card that cannot be attached', async () => {
    const { customer } = await subscribe(stripe, catalog.basic.id)
    const url = await portal(customer)
    const declined = await submitForm(`${url}/payment-method`, { ...goodCard, number: '4000000000000002' })
    expect(declined.text).toContain('Seu cartão foi recusado.')
    expect((await submitForm(`${url}/payment-method`, { ...goodCard, number: '4000000000000341' })).status).toBe(303)
    expect(await (await fetch(`${url}/home`)).text()).toContain('Visa final 0341')
    expect((await stripe.customers.listPaymentMethods(customer)).data.map(({ card }) => card?.last4)).toEqual([
      '0341',
      '4242',
    ])
  })

  it("rejects a session without a configuration or with another customer's subscription", async () => {
    const { customer } = await subscribe(stripe, catalog.basic.id)
    const other = await subscribe(stripe, catalog.basic.id)
    await expect(stripe.billingPortal.sessions.create({ customer })).rejects.toMatchObject({ statusCode: 400 })
    await expect(
      portal(customer, {
        flow_data: { type: 'subscription_cancel', subscription_cancel: { subscription: other.subscription } },
      }),
    ).rejects.toMatchObject({ code: 'resource_missing' })
  })

  it('returns 404 or 410 for guessed links', async () => {
    for (const path of [
      '/p/session/x',
      '/i/x',
      '/i/x/pdf',
      '/c/pay/cs_test_x',
      '/p/session/constructor',
      '/i/__proto__',
    ])
      expect((await fetch(open.sandbox.url + path)).status).toBeGreaterThanOrEqual(404)
  })
})
