import Stripe from 'stripe'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createCheckout, goodCard, submitForm } from '../testing/browse.ts'
import { createCatalog } from '../testing/catalog.ts'
import { type OpenSandbox, openSandbox } from '../testing/open-sandbox.ts'
import { receiveWebhooks, type WebhookReceiver, waitUntil } from '../testing/receive-webhooks.ts'
import { retryDelayMs } from './delivery.ts'

let open: OpenSandbox
let stripe: Stripe
let receiver: WebhookReceiver
let secret: string
beforeEach(async () => {
  open = await openSandbox()
  stripe = open.stripe
  receiver = await receiveWebhooks(30)
  const endpoint = await stripe.webhookEndpoints.create({
    url: receiver.url,
    enabled_events: ['customer.created', 'checkout.session.completed'],
    api_version: Stripe.API_VERSION,
  })
  secret = endpoint.secret ?? ''
})
afterEach(async () => {
  await open.stop()
  await receiver.stop()
})

const idsReceived = () => receiver.received.map(({ body }) => JSON.parse(body).id as string)
const customersReceived = () => receiver.received.map(({ body }) => JSON.parse(body).data.object.id as string)

describe('webhooks', () => {
  it('are signed, carry the pinned API version and contain only subscribed event types', async () => {
    const { id } = await stripe.customers.create({ email: 'a@b.c' })
    await stripe.products.create({ name: 'not asked for' })
    await waitUntil(() => receiver.received.length > 0)
    const [first] = receiver.received
    const event = stripe.webhooks.constructEvent(first?.body ?? '', first?.signature ?? '', secret)
    expect(event).toMatchObject({ type: 'customer.created', api_version: Stripe.API_VERSION, data: { object: { id } } })
    expect(() => stripe.webhooks.constructEvent(`${first?.body} `, first?.signature ?? '', secret)).toThrow()
    expect(receiver.received).toHaveLength(1)
    expect(open.sandbox.webhookSecretOf(receiver.url)).toBe(secret)
    expect((await stripe.webhookEndpoints.list()).data[0]?.secret).toBeUndefined()
  })

  it('are retried with the same event id until the endpoint accepts them', async () => {
    receiver.respondWith(500)
    await stripe.customers.create({})
    await waitUntil(() => receiver.received.length === 1)
    expect((await stripe.events.list({ delivery_success: false })).data).toHaveLength(1)
    receiver.respondWith(200)
    await waitUntil(() => receiver.received.length === 2)
    expect(new Set(idsReceived()).size).toBe(1)
    await waitUntil(async () => (await stripe.events.list({ delivery_success: false })).data.length === 0)
  })

  it('are retried at growing intervals for three days', () => {
    const waits: number[] = []
    for (let n = 1; retryDelayMs(n) !== null; n += 1) waits.push(retryDelayMs(n) ?? 0)
    expect(waits.slice(0, 6)).toEqual([2000, 8000, 50_000, 540_000, 3_000_000, 3_600_000])
    const total = waits.reduce((sum, wait) => sum + wait, 0)
    expect(total / 86_400_000).toBeCloseTo(3, 1)
  })

  it('delay the redirect from checkout until the endpoint has received the completion', async () => {
    const { basic } = await createCatalog(stripe)
    const { id } = await stripe.customers.create({})
    const session = await createCheckout(stripe, id, basic.id)
    const paid = await submitForm(session.url ?? '', goodCard)
    expect(paid.status).toBe(303)
    expect(receiver.received.some(({ body }) => JSON.parse(body).type === 'checkout.session.completed')).toBe(true)
  })

  it('do not delay the redirect from checkout once the sandbox stops', async () => {
    const deaf = await receiveWebhooks(600_000)
    await stripe.webhookEndpoints.create({ url: deaf.url, enabled_events: ['checkout.session.completed'] })
    const { basic } = await createCatalog(stripe)
    const { id } = await stripe.customers.create({})
    const session = await createCheckout(stripe, id, basic.id)
    const paying = submitForm(session.url ?? '', goodCard)
    await waitUntil(() => deaf.received.length === 1)
    await open.stop()
    expect((await paying).status).toBe(303)
    await deaf.stop()
  })

  it('are duplicated, shuffled or dropped by the simulated faults', async () => {
    const { chaos } = open.sandbox
    chaos.duplicate = true
    await stripe.customers.create({})
    await waitUntil(() => receiver.received.length === 2)
    expect(new Set(idsReceived()).size).toBe(1)
    Object.assign(chaos, { duplicate: false, shuffle: true })
    for (let n = 0; n < 12; n += 1) await stripe.customers.create({})
    await waitUntil(() => receiver.received.length === 14)
    const order = idsReceived().slice(2)
    const born = (await stripe.events.list({ type: 'customer.created', limit: 100 })).data.map(({ id }) => id).reverse()
    expect(order).not.toEqual(born.slice(1))
    Object.assign(chaos, { shuffle: false, drop: true })
    const dropped = await stripe.customers.create({})
    chaos.drop = false
    const last = await stripe.customers.create({})
    await waitUntil(() => customersReceived().includes(last.id))
    expect(customersReceived()).not.toContain(dropped.id)
    expect(receiver.received).toHaveLength(15)
  })

  it('take faults from the JSON API and can be resent from the operator page', async () => {
    const call = (path: string, body: object) =>
      fetch(open.sandbox.url + path, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
    expect(await (await call('/_sandbox/chaos', { drop: true })).json()).toMatchObject({ drop: true, duplicate: false })
    expect((await call('/_sandbox/chaos', { explode: true })).status).toBe(400)
    await stripe.customers.create({ name: '<b>Ana</b>' })
    const page = await (await fetch(`${open.sandbox.url}/`)).text()
    expect(page).toContain('descartado (simulação)')
    const delivery = /deliveries\/(del_\w+)\/resend/.exec(page)?.[1] ?? ''
    await call(`/_sandbox/deliveries/${delivery}/resend`, {})
    await waitUntil(() => receiver.received.length === 1)
    await call('/_sandbox/reset', {})
    expect((await stripe.customers.list()).data).toEqual([])
    expect(open.sandbox.chaos.drop).toBe(false)
  })
})
