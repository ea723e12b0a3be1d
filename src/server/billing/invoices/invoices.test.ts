import { expect, it } from 'vitest'
import { billingApi } from '#contract/billing/billing.ts'
import { advanceDays } from '../../testing/billing-actions.ts'
import { aPayingUser, billingApp } from '../../testing/billing-app.ts'
import { reconcileCustomers } from '../reconcile-customers.ts'

const app = await billingApp()
const { call, payments, sandbox, services } = app

it('lists every invoice, newest first, however long a client has paid, and also while Stripe is unavailable', async () => {
  const { token } = await aPayingUser(app, 'pro')
  sandbox.chaos.drop = true
  advanceDays(app, 31 * 30)
  await reconcileCustomers(services, payments, {
    syncedBefore: new Date(8e15),
    maxCustomers: 10,
    reason: 'reconciliation',
  })
  const list = async () => (await call(billingApi.invoices, { token })).data.invoices
  const invoices = await list()
  expect(invoices.length).toBeGreaterThanOrEqual(30)
  expect(new Set(invoices.map(({ id }) => id)).size).toBe(invoices.length)
  const dates = invoices.map(({ created }) => created)
  expect(dates).toEqual(dates.toSorted((one, other) => other - one))
  sandbox.chaos.api_500 = 1000
  expect((await list()).map(({ id }) => id)).toEqual(invoices.map(({ id }) => id))
})
