import { expect, it } from 'vitest'
import { billingApi } from '#contract/billing/billing.ts'
import {
  advanceDays,
  customerOf,
  failingCard,
  payOverdueInvoice,
  signedEvent,
  switchCard,
  waitForWebhooks,
} from '../../testing/billing-actions.ts'
import { aPayingUser, billingApp } from '../../testing/billing-app.ts'
import type { Person } from '../../testing/factories.ts'
import type { Stripe } from '../stripe/stripe.ts'
import { syncCustomer } from './sync-customer.ts'

const app = await billingApp()
const { call, db, payments, sandbox } = app

const mailsTo = ({ user }: Person, kind: string) =>
  db.rows<{ data: Record<string, unknown> }>('select data from outbox where recipient = $1 and kind = $2 order by id', [
    user.email,
    kind,
  ])
const amountsOf = async (person: Person) =>
  (await mailsTo(person, 'payment-received')).map(({ data }) => data.amountCents)

it('each payment has one receipt, also when Stripe sends its events twice', async () => {
  sandbox.chaos.duplicate = true
  const person = await aPayingUser(app, 'pro')
  await waitForWebhooks(app)
  expect(await amountsOf(person)).toEqual([7900])
  const [first] = await mailsTo(person, 'payment-received')
  expect(first?.data).toMatchObject({ plan: 'pro', currency: 'brl' })
  expect(first?.data.number).toBeTruthy()
  expect(first?.data.nextChargeAt).toBeTruthy()

  advanceDays(app, 32)
  await waitForWebhooks(app)
  sandbox.chaos.duplicate = false
  expect(await amountsOf(person)).toEqual([7900, 7900])
  const { data: paid } = await payments.stripe.events.list({ type: 'invoice.paid', limit: 1 })
  await Promise.all(
    Array.from({ length: 10 }, () => call(billingApi.webhook, signedEvent(app, paid[0] as Stripe.Event))),
  )
  await syncCustomer(app.services, payments, await customerOf(app, person), 'reconciliation')
  expect(await amountsOf(person)).toEqual([7900, 7900])
})

it('a failed charge has its receipt when it is paid', async () => {
  const person = await aPayingUser(app, 'basic')
  await switchCard(app, person.token, failingCard)
  advanceDays(app, 32)
  await waitForWebhooks(app)
  expect(await amountsOf(person)).toEqual([2900])
  await payOverdueInvoice(app, person.token)
  await waitForWebhooks(app)
  expect(await amountsOf(person)).toEqual([2900, 2900])
})

it('payments from before the account was linked have no receipt', async () => {
  const person = await aPayingUser(app, 'basic')
  await waitForWebhooks(app)
  await db.run('delete from outbox where recipient = $1', [person.user.email])
  await db.run('delete from invoices where account_id = (select account_id from users where id = $1)', [
    person.user._id,
  ])
  const later = { ...app.services, now: () => new Date(sandbox.clock.now().getTime() + 4 * 86_400_000) }
  await syncCustomer(later, payments, await customerOf(app, person), 'reconciliation')
  expect(await amountsOf(person)).toEqual([])
})

it('canceling and reactivating are each confirmed once', async () => {
  const person = await aPayingUser(app, 'basic')
  const { token } = person
  for (const endpoint of [billingApi.cancel, billingApi.cancel, billingApi.reactivate, billingApi.reactivate])
    await call(endpoint, { token })
  await waitForWebhooks(app)
  expect(await mailsTo(person, 'subscription-canceled')).toHaveLength(1)
  const reactivated = await mailsTo(person, 'subscription-reactivated')
  expect(reactivated.map(({ data }) => data.plan)).toEqual(['basic'])
  expect(reactivated[0]?.data.nextChargeAt).toBeTruthy()
})
