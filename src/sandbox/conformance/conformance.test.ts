import type Stripe from 'stripe'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { allRoutes } from '../routes/all-routes.ts'
import { type OpenSandbox, openSandbox } from '../testing/open-sandbox.ts'
import { receiveWebhooks, type WebhookReceiver, waitUntil } from '../testing/receive-webhooks.ts'
import { type ConformanceChecker, createConformanceChecker } from './checker.ts'
import { exerciseEveryCall } from './every-call.ts'
import { readSdk, sdkRoutes } from './sdk.ts'

const routesOfSdk = allRoutes.map(({ method, path }) => ({ method, path: path.replace('/:child', '/:id') }))
const routes = routesOfSdk.map(({ method, path }) => `${method} ${path}`)
const patterns = routesOfSdk
  .map(({ method, path }) => ({
    method,
    route: `${method} ${path}`,
    pattern: new RegExp(`^${path.replaceAll(':id', '[^/]+')}$`),
    isExact: !path.includes(':id'),
  }))
  .sort((a, b) => Number(b.isExact) - Number(a.isExact))
const routeOf = (method: string, path: string): string =>
  patterns.find(known => known.method === method && known.pattern.test(path.split('?')[0] ?? ''))?.route ??
  `${method} ${path}`

let open: OpenSandbox
let receiver: WebhookReceiver
let checker: ConformanceChecker
let definitions = 0
const exercised = new Set<string>()
const differences: string[] = []
const seenEvents = new Set<string>()

beforeAll(async () => {
  const sdk = readSdk(routes, () => true)
  definitions = Object.keys(sdk.definitions).length
  checker = createConformanceChecker(sdk)
  receiver = await receiveWebhooks()
  open = await openSandbox({}, { emitEventBodies: true })
  const { stripe } = open
  const resource = Object.getPrototypeOf(Object.getPrototypeOf(stripe.prices))
  const send = resource._makeRequest
  vi.spyOn(resource, '_makeRequest').mockImplementation(function (this: unknown, ...call: unknown[]) {
    const [method, path, params] = call as [string, string, unknown]
    differences.push(...checker.request(routeOf(method, path), params))
    return send.apply(this, call)
  })
  // Read the body now: the SDK converts decimals to objects in place.
  stripe.on('response', (response: Stripe.ResponseEvent & { body?: unknown }) => {
    const route = routeOf(response.method, response.path)
    if (response.status !== 200) return
    exercised.add(route)
    const body = typeof response.body === 'string' ? JSON.parse(response.body) : response.body
    differences.push(...checker.response(route, JSON.parse(JSON.stringify(body))))
  })
  const { secret } = await exerciseEveryCall(stripe, receiver.url, open.sandbox.url)
  await waitUntil(() => receiver.received.some(({ body }) => body.includes('"customer.subscription.deleted"')))
  for (const { body, signature } of receiver.received) {
    const { type } = stripe.webhooks.constructEvent(body, signature, secret)
    seenEvents.add(type)
    differences.push(...checker.event(JSON.parse(body)))
  }
}, 180_000)
afterAll(async () => {
  vi.restoreAllMocks()
  await open.stop()
  await receiver.stop()
})

describe('conformance with the SDK', () => {
  it('serves 51 calls, all of which the SDK has', () => {
    const known = sdkRoutes()
    expect(routes.filter(route => !known.has(route))).toEqual([])
    expect(new Set(routes).size).toBe(51)
  })

  it('covers every call of the sandbox', () => {
    expect(routes.filter(route => !exercised.has(route))).toEqual([])
  })

  it('finds no difference in requests, responses and events', () => {
    expect([...new Set(differences)]).toEqual([])
    console.log(`${definitions} definitions, ${exercised.size} routes, ${seenEvents.size} kinds of event`)
  })

  it('covers every event type that the product handles', () => {
    const wanted = [
      'checkout.session.completed',
      'checkout.session.expired',
      'checkout.session.async_payment_succeeded',
      'checkout.session.async_payment_failed',
      'invoice.payment_action_required',
      'customer.subscription.created',
      'customer.subscription.updated',
      'customer.subscription.deleted',
      'invoice.paid',
      'invoice.payment_failed',
      'invoice.voided',
      'customer.deleted',
      'subscription_schedule.created',
      'charge.refunded',
      'charge.dispute.created',
      'charge.dispute.funds_withdrawn',
      'charge.dispute.funds_reinstated',
      'charge.dispute.closed',
    ]
    expect(wanted.filter(type => !seenEvents.has(type))).toEqual([])
  })

  it('detects fields and values of other API versions', async () => {
    const [subscription] = (await open.stripe.subscriptions.list({ status: 'all' })).data
    const body = JSON.parse(JSON.stringify(subscription))
    const route = 'GET /v1/subscriptions/:id'
    expect(checker.response(route, body)).toEqual([])
    expect(checker.response(route, { ...body, current_period_end: 1 })).not.toEqual([])
    expect(checker.response(route, { ...body, status: 'banana' })).not.toEqual([])
    const { current_period_end: _gone, ...item } = body.items.data[0]
    expect(checker.response(route, { ...body, items: { ...body.items, data: [item] } })).not.toEqual([])
    const create = 'POST /v1/checkout/sessions'
    expect(checker.request(create, { payment_method_types: ['card'] })).not.toEqual([])
    expect(checker.request(create, { ui_mode: 'hosted' })).not.toEqual([])
    expect(checker.request(create, { ui_mode: 'hosted_page' })).toEqual([])
  })
})
