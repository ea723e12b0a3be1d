import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import Stripe from 'stripe'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createStripeClient, type OpenSandbox, openSandbox } from '../testing/open-sandbox.ts'

let open: OpenSandbox
beforeAll(async () => {
  open = await openSandbox()
})
afterAll(() => open.stop())

const errorOf = (call: Promise<unknown>): Promise<Stripe.errors.StripeError> =>
  call.then(
    () => Promise.reject(new Error('was not rejected')),
    error => error,
  )

const rawRequest = (path: string, init: RequestInit = {}) =>
  fetch(open.sandbox.url + path, {
    ...init,
    headers: { authorization: 'Bearer sk_test_x', 'stripe-version': Stripe.API_VERSION, ...init.headers },
  })

describe('the API', () => {
  it('rejects live keys and requests without a key', async () => {
    const error = await errorOf(
      new Stripe('sk_live_x', {
        protocol: 'http',
        host: '127.0.0.1',
        port: open.sandbox.port,
        maxNetworkRetries: 0,
      }).prices.list(),
    )
    expect(error).toBeInstanceOf(Stripe.errors.StripeAuthenticationError)
    expect((await rawRequest('/v1/prices', { headers: { authorization: '' } })).status).toBe(401)
  })

  it('rejects other API versions', async () => {
    const response = await rawRequest('/v1/prices', { headers: { 'stripe-version': '2024-06-20' } })
    expect(response.status).toBe(400)
    expect(response.headers.get('request-id')).toMatch(/^req_/)
  })

  it('rejects unknown paths, parameters, values and ids, and names them', async () => {
    expect((await rawRequest('/v1/coupons')).status).toBe(404)
    const { stripe } = open
    expect(await errorOf(stripe.products.create({ name: 'x', colour: 'red' } as never))).toMatchObject({
      statusCode: 400,
      code: 'parameter_unknown',
      param: 'colour',
      message: 'Received unknown parameter: colour',
    })
    expect(await errorOf(stripe.products.create({} as never))).toMatchObject({
      code: 'parameter_missing',
      param: 'name',
    })
    expect(await errorOf(stripe.customers.retrieve('cus_nobody'))).toMatchObject({
      statusCode: 404,
      code: 'resource_missing',
    })
    expect(await errorOf(stripe.checkout.sessions.create({ payment_method_types: ['card'] } as never))).toMatchObject({
      code: 'parameter_unknown',
      param: 'payment_method_types',
    })
    expect(
      (
        await rawRequest('/v1/products', {
          method: 'POST',
          body: '{"name":"x"}',
          headers: { 'content-type': 'application/json' },
        })
      ).status,
    ).toBe(400)
  })

  it('replays the response of an idempotency key and rejects the key for another request', async () => {
    const { stripe } = open
    const first = await stripe.customers.create({ metadata: { userId: '7' } }, { idempotencyKey: 'customer:create:7' })
    const again = await stripe.customers.create({ metadata: { userId: '7' } }, { idempotencyKey: 'customer:create:7' })
    expect(again.id).toBe(first.id)
    expect(again.lastResponse.headers['idempotent-replayed']).toBe('true')
    const other = await errorOf(stripe.customers.create({ email: 'x@y.z' }, { idempotencyKey: 'customer:create:7' }))
    expect(other).toBeInstanceOf(Stripe.errors.StripeIdempotencyError)
  })

  it('accepts an idempotency key again after a malformed request', async () => {
    const { stripe } = open
    await errorOf(stripe.customers.create({ wrong: 1 } as never, { idempotencyKey: 'k-1' }))
    expect((await stripe.customers.create({ name: 'Ana' }, { idempotencyKey: 'k-1' })).name).toBe('Ana')
  })

  it('rejects an idempotency key whose request is still in progress', async () => {
    const { sandbox, stripe } = open
    sandbox.chaos.api_delay_ms = 100
    const calls = await Promise.allSettled(
      [1, 2].map(() => stripe.customers.create({ name: 'Bia' }, { idempotencyKey: 'k-2' })),
    )
    sandbox.chaos.api_delay_ms = 0
    expect(calls.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect((await stripe.customers.list({ limit: 100 })).data.filter(({ name }) => name === 'Bia')).toHaveLength(1)
  })

  it('lists newest first and paginates in both directions', async () => {
    const { stripe } = open
    const made: string[] = []
    for (let n = 0; n < 5; n += 1) made.unshift((await stripe.customers.create({ email: 'page@example.com' })).id)
    const seen: string[] = []
    for await (const { id } of stripe.customers.list({ email: 'page@example.com', limit: 2 })) seen.push(id)
    expect(seen).toEqual(made)
    const before = await stripe.customers.list({ email: 'page@example.com', limit: 2, ending_before: made[3] ?? '' })
    expect(before.data.map(({ id }) => id)).toEqual(made.slice(1, 3))
    expect(before.has_more).toBe(true)
    expect(await errorOf(stripe.customers.list({ limit: 101 }))).toMatchObject({ param: 'limit' })
  })

  it('merges metadata by key and removes keys with an empty value', async () => {
    const { stripe } = open
    const { id } = await stripe.customers.create({ metadata: { a: '1', b: '2' } })
    expect((await stripe.customers.update(id, { metadata: { b: '', c: '3' } })).metadata).toEqual({ a: '1', c: '3' })
    expect((await stripe.customers.update(id, { metadata: '' })).metadata).toEqual({})
  })

  it('is safe from prototype pollution by form keys and path parameters', async () => {
    for (const path of ['__proto__', 'constructor][prototype']) {
      const response = await rawRequest('/v1/customers', {
        method: 'POST',
        body: `metadata[${path}]=x&metadata[${path}][tainted]=x&email=a@b.c`,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      })
      expect(response.status).toBeLessThan(500)
    }
    expect(({} as Record<string, unknown>).tainted).toBeUndefined()
    expect((await rawRequest('/v1/customers/constructor')).status).toBe(404)
    expect((await rawRequest('/customers/constructor')).status).toBe(404)
  })

  it('rejects foreign Host and Origin headers', async () => {
    const { url } = open.sandbox
    // `fetch` cannot override the Host header.
    const reset = async (headers: Record<string, string>) => {
      const [response] = await once(request(`${url}/_sandbox/reset`, { method: 'POST', headers }).end(), 'response')
      return (response as IncomingMessage).resume().statusCode
    }
    expect(await reset({ origin: 'https://evil.example' })).toBe(403)
    expect(await reset({ host: 'evil.example' })).toBe(403)
    expect(await reset({ origin: url })).toBe(200)
  })

  it('simulates a server error and a response that is not JSON', async () => {
    const { sandbox } = open
    const stripe = createStripeClient(sandbox.port)
    sandbox.chaos.api_500 = 1
    expect(await errorOf(stripe.prices.list())).toMatchObject({ statusCode: 500, type: 'StripeAPIError' })
    sandbox.chaos.api_garbage = 1
    await errorOf(stripe.prices.list())
    expect((await stripe.prices.list()).data).toEqual([])
  })
})
