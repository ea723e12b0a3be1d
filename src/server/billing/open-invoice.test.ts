import { expect, it } from 'vitest'
import { billingApi } from '#contract/billing.ts'
import { aPayer, billingApp, goToCheckout, payAt } from '../testing/billing-app.ts'
import { customerOf, failingCard, passDays, settled, switchCard } from '../testing/billing-life.ts'

const app = await billingApp()
const { call, payments } = app

it('leads to what the current subscription owes, never to the debt of one that has ended', async () => {
  const person = await aPayer(app, 'basic')
  const { token } = person
  await switchCard(app, token, failingCard)
  // The first subscription ends with its debt; a second one falls behind.
  passDays(app, 60)
  await settled(app)
  await payAt(await goToCheckout(app, token, 'pro'))
  await switchCard(app, token, failingCard)
  passDays(app, 32)
  await settled(app)
  const customer = await customerOf(app, person)
  const [current] = (await payments.stripe.subscriptions.list({ customer })).data
  const open = (await payments.stripe.invoices.list({ customer, status: 'open' })).data
  expect(open).toHaveLength(2)
  const own = open.find(({ parent }) => parent?.subscription_details?.subscription === current?.id)
  const { answer } = await call(billingApi.openInvoice, { token })
  expect(answer.url).toBe(own?.hosted_invoice_url)
})
