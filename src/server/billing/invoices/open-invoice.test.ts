import { expect, it } from 'vitest'
import { billingApi } from '#contract/billing/billing.ts'
import { advanceDays, customerOf, failingCard, switchCard, waitForWebhooks } from '../../testing/billing-actions.ts'
import { aPayingUser, billingApp, goToCheckout, submitCheckout } from '../../testing/billing-app.ts'

const app = await billingApp()
const { call, payments } = app

it('links to an invoice of the current subscription, not of an ended one', async () => {
  const person = await aPayingUser(app, 'basic')
  const { token } = person
  await switchCard(app, token, failingCard)
  // The first subscription ends with an unpaid invoice, the second becomes past due.
  advanceDays(app, 60)
  await waitForWebhooks(app)
  await submitCheckout(await goToCheckout(app, token, 'pro'))
  await switchCard(app, token, failingCard)
  advanceDays(app, 32)
  await waitForWebhooks(app)
  const customer = await customerOf(app, person)
  const [current] = (await payments.stripe.subscriptions.list({ customer })).data
  const open = (await payments.stripe.invoices.list({ customer, status: 'open' })).data
  expect(open).toHaveLength(2)
  const own = open.find(({ parent }) => parent?.subscription_details?.subscription === current?.id)
  const { data } = await call(billingApi.openInvoice, { token })
  expect(data.url).toBe(own?.hosted_invoice_url)
})
