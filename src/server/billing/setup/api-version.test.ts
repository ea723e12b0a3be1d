import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import Stripe from 'stripe'
import { describe, expect, it } from 'vitest'
import { billingApp } from '../../testing/billing-app.ts'
import { createStripeClient } from '../stripe/stripe.ts'
import { eventTypes } from '../webhooks/handle-webhook.ts'

const root = new URL('../..', import.meta.url).pathname
const sources = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter(name => name.endsWith('.ts') && !name.endsWith('.test.ts') && !name.startsWith('testing/'))
  .map(name => ({ name, text: readFileSync(join(root, name), 'utf8') }))

/** Fields and calls that Stripe moved or removed between versions. */
const gone: Record<string, RegExp> = {
  'the period of a subscription': /\b(?:subscription|sub|live|chosen)\??\.current_period_(?:end|start)\b/,
  'the subscription of an invoice': /(?<!['"])\binvoice\??\.(?:subscription|payment_intent|charge|paid|tax)\b/,
  'the price of an invoice line': /\bline\??\.(?:price|plan|proration)\b/,
  'the payment method types of a request': /(?<!allowed_)\bpayment_method_types\b/,
  'the upcoming invoice': /\bretrieveUpcoming\b/,
  'Stripe.js': /redirectToCheckout|js\.stripe\.com/,
  'a hard-coded version': /\b20\d\d-\d\d-\d\d\.\w+/,
}

describe('server code', () => {
  it('is scanned completely', () => {
    expect(sources.length).toBeGreaterThan(60)
    expect(sources.some(({ text }) => text.includes('items.data'))).toBe(true)
  })

  it.each(Object.keys(gone))('does not use %s', name => {
    expect(sources.filter(({ text }) => gone[name]?.test(text)).map(source => source.name)).toEqual([])
  })

  it('scan detects the removed fields and calls', () => {
    const wrong = [
      'const end = subscription.current_period_end',
      'const id = invoice?.subscription',
      'const price = line.price',
      "stripe.checkout.sessions.create({ payment_method_types: ['card'] })",
      'stripe.invoices.retrieveUpcoming({})',
      'stripe.redirectToCheckout({ sessionId })',
      "new Stripe(key, { apiVersion: '2026-10-28.endive' })",
    ]
    expect(wrong.map(text => Object.values(gone).some(pattern => pattern.test(text)))).toEqual(wrong.map(() => true))
    expect(gone['the payment method types of a request']?.test("allowed_payment_method_types: ['card']")).toBe(false)
  })

  it("creates the SDK client in one file with the SDK's own API version", () => {
    const openers = sources.filter(({ text }) => text.includes('new Stripe('))
    expect(openers.map(({ name }) => name)).toEqual(['billing/stripe/stripe.ts'])
    expect(openers[0]?.text).toContain('apiVersion: Stripe.API_VERSION')
    expect(createStripeClient('sk_test_x').getApiField('version')).toBe(Stripe.API_VERSION)
  })
})

describe('stripe', () => {
  it('sends events in that version and rejects requests in another', async () => {
    const { payments } = await billingApp()
    const { data } = await payments.stripe.webhookEndpoints.list()
    expect(data).toMatchObject([{ api_version: Stripe.API_VERSION, status: 'enabled' }])
    expect(data[0]?.enabled_events.toSorted()).toEqual([...eventTypes].toSorted())
    await expect(payments.stripe.customers.list({}, { apiVersion: '2025-04-30.basil' as never })).rejects.toMatchObject(
      { statusCode: 400 },
    )
    const [event] = (await payments.stripe.events.list({ limit: 1 })).data
    expect(event?.api_version).toBe(Stripe.API_VERSION)
  })
})
