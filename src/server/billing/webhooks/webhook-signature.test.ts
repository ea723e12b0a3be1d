import { createHmac } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { billingApi } from '#contract/billing/billing.ts'
import { customerOf, signedEvent, waitForWebhooks } from '../../testing/billing-actions.ts'
import { aPayingUser, billingApp, submitCheckout } from '../../testing/billing-app.ts'
import { dumpDatabase } from '../../testing/database-dump.ts'
import { type CallOptions, testApp } from '../../testing/test-app.ts'

const lines: string[] = []
const app = await billingApp({ logLevel: 'info' }, { logStream: { write: line => void lines.push(line) } })
const { call, db, payments } = app

const person = await aPayingUser(app, 'basic')
await waitForWebhooks(app)
const customer = await customerOf(app, person)
const [genuine] = (await payments.stripe.events.list({ type: 'customer.subscription.updated', limit: 1 })).data

/** A new ID, so that the event is no duplicate. */
const event = (change: object = {}) => ({ ...genuine, id: `evt_${Math.random().toString(36).slice(2)}`, ...change })
const now = () => Math.floor(Date.now() / 1000)
const day = 86_400

const bytesOf = ({ body }: CallOptions): string => String(body)
const resigned = (options: CallOptions, signature: string): CallOptions => ({
  ...options,
  headers: { ...options.headers, 'stripe-signature': signature },
})
const signatureOf = ({ headers }: CallOptions): string => headers?.['stripe-signature'] ?? ''

const plain: object = event()
const malformed: unknown[] = [
  null,
  'evt_1',
  [],
  {},
  { id: 'evt_1' },
  { ...plain, data: null },
  { ...plain, data: { object: 'sub_1' } },
  { ...plain, id: 7 },
  { ...plain, id: 'evt_\u0000' },
  { ...plain, id: 'x'.repeat(300) },
  { ...plain, type: undefined },
]

const forgeries: Record<string, () => CallOptions> = {
  'with a changed amount': () => {
    const sent = signedEvent(app, event())
    return { ...sent, body: Buffer.from(bytesOf(sent).replace('2900', '1')) }
  },
  'serialized again': () => {
    const sent = signedEvent(app, event())
    return { ...sent, body: Buffer.from(JSON.stringify(JSON.parse(bytesOf(sent)))) }
  },
  'with a trailing space': () => {
    const sent = signedEvent(app, event())
    return { ...sent, body: Buffer.from(`${bytesOf(sent)} `) }
  },
  'without a signature': () => ({
    ...signedEvent(app, event()),
    headers: { 'content-type': 'application/json' },
  }),
  'with an empty signature': () => resigned(signedEvent(app, event()), ''),
  'with a signature of another scheme': () => {
    const sent = signedEvent(app, event())
    return resigned(sent, signatureOf(sent).replace('v1=', 'v0='))
  },
  'with a signature without a timestamp': () => {
    const sent = signedEvent(app, event())
    return resigned(sent, signatureOf(sent).replace(/t=\d+,/, ''))
  },
  'signed with another secret': () => signedEvent(app, event(), { secret: 'whsec_somebody_else' }),
  'signed with the API key': () => signedEvent(app, event(), { secret: 'sk_test_sandbox' }),
  'signed with a timestamp that is no number': () => {
    const payload = JSON.stringify(event())
    const signature = createHmac('sha256', payments.webhookSecrets()[0] ?? '')
      .update(`NaN.${payload}`)
      .digest('hex')
    const headers = { 'stripe-signature': `t=NaN,v1=${signature}`, 'content-type': 'application/json' }
    return { body: Buffer.from(payload), headers }
  },
  'signed with two timestamps': () => {
    const sent = signedEvent(app, event())
    return resigned(sent, `t=1,${signatureOf(sent)}`)
  },
  ...Object.fromEntries(
    malformed.map((body, index) => [`that is no event, form ${index + 1}`, () => signedEvent(app, body as object)]),
  ),
  'signed 301 seconds ago': () => signedEvent(app, event(), { timestamp: now() - 302 }),
  'signed with tomorrow’s timestamp': () => signedEvent(app, event(), { timestamp: now() + day }),
  'signed with a timestamp forty days ahead': () => signedEvent(app, event(), { timestamp: now() + 40 * day }),
  'with invalid JSON': () => {
    const payload = '{"half": '
    const signature = payments.stripe.webhooks.generateTestHeaderString({
      payload,
      secret: payments.webhookSecrets()[0] ?? '',
    })
    return {
      body: Buffer.from(payload),
      headers: { 'stripe-signature': signature, 'content-type': 'application/json' },
    }
  },
  'with an empty body': () => ({ body: Buffer.from(''), headers: signedEvent(app, event()).headers ?? {} }),
}

describe('event', () => {
  it.each(Object.keys(forgeries))('%s is rejected without a reason and without a write', async name => {
    const before = await dumpDatabase(db)
    lines.length = 0
    const { status, error } = await call(billingApi.webhook, forgeries[name]?.())
    expect([status, error.code]).toEqual([400, 'validation_failed'])
    expect(error.message).toBe('Confira os dados informados.')
    expect(Object.keys(error).toSorted()).toEqual(['code', 'message', 'requestId'])
    expect(await dumpDatabase(db)).toEqual(before)
    expect(lines.map(line => JSON.parse(line).event).filter(Boolean)).toEqual(['webhook_rejected'])
  })

  it('with another content type or an excessive size is rejected', async () => {
    const before = await dumpDatabase(db)
    const sent = signedEvent(app, event())
    const asForm = { ...sent, headers: { ...sent.headers, 'content-type': 'application/x-www-form-urlencoded' } }
    expect((await call(billingApi.webhook, asForm)).status).toBe(415)
    const large = signedEvent(app, event({ padding: 'x'.repeat(1_100_000) }))
    expect((await call(billingApi.webhook, large)).status).toBe(413)
    expect(await dumpDatabase(db)).toEqual(before)
  })

  it('with its original signature is accepted and stored', async () => {
    const fresh = event()
    expect((await call(billingApi.webhook, signedEvent(app, fresh))).data).toEqual({ received: true })
    const row = await db.row<object>('select type, customer_id from stripe_events where id = $1', [fresh.id])
    expect(row).toEqual({ type: 'customer.subscription.updated', customer_id: customer })
  })

  it('is accepted during a secret rotation: one of two signatures is enough', async () => {
    const sent = signedEvent(app, event())
    const both = `${signatureOf(sent)},v1=${'0'.repeat(64)}`
    expect((await call(billingApi.webhook, resigned(sent, both))).status).toBe(200)
  })

  it('is accepted with either of two configured secrets, not with a third', async () => {
    const secrets = ['whsec_new', 'whsec_old']
    const changing = await testApp({}, { payments: { ...payments, webhookSecrets: () => secrets } })
    const statusOf = async (secret: string) =>
      (await changing.call(billingApi.webhook, signedEvent(app, event(), { secret }))).status
    expect([await statusOf('whsec_new'), await statusOf('whsec_old')]).toEqual([200, 200])
    expect(await statusOf('whsec_older')).toBe(400)
  })

  it('is rejected when no secret is configured', async () => {
    const before = await dumpDatabase(db)
    const mute = await testApp({}, { payments: { ...payments, webhookSecrets: () => [] } })
    const { status, error } = await mute.call(billingApi.webhook, signedEvent(app, event()))
    expect([status, error.code]).toEqual([503, 'payments_not_configured'])
    const none = await testApp()
    expect((await none.call(billingApi.webhook, signedEvent(app, event()))).status).toBe(503)
    expect(await dumpDatabase(db)).toEqual(before)
  })

  it('of another type, another mode or without a customer is accepted and ignored', async () => {
    const before = await dumpDatabase(db)
    for (const change of [
      { type: 'product.created' },
      { livemode: true },
      { data: { object: { id: 'sub_x', object: 'subscription', customer: null } } },
      { data: { object: { id: 'sub_x', object: 'subscription' } } },
    ]) {
      expect((await call(billingApi.webhook, signedEvent(app, event(change)))).data).toEqual({ received: true })
    }
    expect(await dumpDatabase(db)).toEqual(before)
    expect(lines.filter(line => line.includes('stripe event of another mode ignored'))).toHaveLength(1)
  })

  it('of an unknown customer is accepted and warns if that customer has a live subscription', async () => {
    const stranger = await payments.stripe.customers.create({ name: 'Sem conta' })
    const { priceId } = await app.planOf('basic')
    const session = await payments.stripe.checkout.sessions.create({
      mode: 'subscription',
      customer: stranger.id,
      line_items: [{ price: priceId, quantity: 1 }],
      success_url: 'http://127.0.0.1:9/',
    })
    await submitCheckout(session.url ?? '')
    await waitForWebhooks(app)
    expect(lines.filter(line => line.includes('live subscription but no account')).length).toBeGreaterThan(0)
    const { subscriptions } = await dumpDatabase(db)
    expect(subscriptions).toHaveLength(1)
  })
})
