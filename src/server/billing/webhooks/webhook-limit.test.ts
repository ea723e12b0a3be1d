import { expect, it } from 'vitest'
import { billingApi } from '#contract/billing/billing.ts'
import { readSettings } from '../../env.ts'
import { customerOf, signedEvent, waitForWebhooks } from '../../testing/billing-actions.ts'
import { aPayingUser, billingApp } from '../../testing/billing-app.ts'

it('unsigned events are limited by IP address, and signed events from that address are accepted', async () => {
  const app = await billingApp({ limits: readSettings({ LIMIT_ADDRESS: '20/1m' }).limits })
  const person = await aPayingUser(app, 'basic')
  await waitForWebhooks(app)
  const customer = await customerOf(app, person)
  const unsigned = () =>
    app.call(billingApi.webhook, { body: Buffer.from('{}'), headers: { 'content-type': 'application/json' } })
  const statuses = new Set<number>()
  for (let sent = 0; sent < 40; sent++) statuses.add((await unsigned()).status)
  expect(statuses).toEqual(new Set([400, 429]))
  const { data } = await app.payments.stripe.events.list({ type: 'customer.subscription.created', limit: 1 })
  expect(JSON.stringify(data)).toContain(customer)
  expect((await app.call(billingApi.webhook, signedEvent(app, { ...data[0], id: 'evt_another' }))).status).toBe(200)
})
