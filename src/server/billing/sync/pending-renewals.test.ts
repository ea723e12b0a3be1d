import { expect, it } from 'vitest'
import { accountApi } from '#contract/auth/account.ts'
import { billingApi } from '#contract/billing/billing.ts'
import { advanceDays, advanceToRenewal, customerOf, waitForWebhooks } from '../../testing/billing-actions.ts'
import { billingApp, goToCheckout } from '../../testing/billing-app.ts'
import { answerAsBank, aPendingUser, readPayersOf } from '../../testing/delayed-payments.ts'
import type { Person } from '../../testing/factories.ts'

const app = await billingApp({ paymentMethods: ['card', 'boleto', 'pix'] })
const { call, db, payments } = app
const { stripe } = payments

const { me, accessOf, subscriptionsOf, sync } = readPayersOf(app)
const failuresMailedTo = async ({ user }: Person) =>
  (await db.rows(`select from outbox where recipient = $1 and kind = 'payment-failed'`, [user.email])).length

it('a renewal by boleto keeps the access while the boleto can be paid, and closes it afterwards', async () => {
  const person = await aPendingUser(app, 'boleto')
  await answerAsBank(app, person, 'pay')
  await advanceToRenewal(app, person)
  await waitForWebhooks(app)
  await sync(person)
  expect(await me(person)).toMatchObject({
    subscription_status: 'active',
    pending_payment: { method: 'boleto', is_first: false },
  })
  advanceDays(app, 4)
  await waitForWebhooks(app)
  expect(await me(person)).toMatchObject({ subscription_status: 'past_due' })
})

it('a renewal keeps the access for at most ten days, however many boletos follow', async () => {
  const person = await aPendingUser(app, 'boleto')
  await answerAsBank(app, person, 'pay')
  await advanceToRenewal(app, person)
  const days: string[] = []
  for (let day = 0; day < 25; day++) {
    await waitForWebhooks(app)
    await sync(person)
    const { pending_payment: pending } = await me(person)
    days.push(`${pending ? 'waiting' : 'nothing'} ${await accessOf(person)}`)
    advanceDays(app, 1)
  }
  expect(days.slice(0, 3)).toEqual(['waiting 200', 'waiting 200', 'waiting 200'])
  expect(new Set(days.slice(10))).toEqual(new Set(['nothing 402', 'waiting 402']))
  // The access closes after the first and the second boleto. Later ones change nothing.
  expect(await failuresMailedTo(person)).toBe(2)
  await waitForWebhooks(app)
  await answerAsBank(app, person, 'pay')
  expect(await accessOf(person)).toBe(200)
})

it('a renewal that waits too late to keep the access ends with its subscription: the boleto can no longer be paid', async () => {
  const person = await aPendingUser(app, 'boleto')
  await answerAsBank(app, person, 'pay')
  await advanceToRenewal(app, person)
  advanceDays(app, 16)
  await sync(person)
  expect(await me(person)).toMatchObject({ subscription_status: 'past_due', pending_payment: { is_first: false } })
  expect((await call(billingApi.cancel, { token: person.token })).status).toBe(200)
  const customer = await customerOf(app, person)
  expect((await stripe.invoices.list({ customer, limit: 1 })).data).toMatchObject([{ status: 'void' }])
  expect((await me(person)).subscription_status).toBe('canceled')
})

it('a renewal that waits ends with the account: its boleto can no longer be paid', async () => {
  const person = await aPendingUser(app, 'boleto')
  await answerAsBank(app, person, 'pay')
  await advanceToRenewal(app, person)
  const customer = await customerOf(app, person)
  const newest = async () => (await stripe.invoices.list({ customer, limit: 1 })).data[0]
  expect(await newest()).toMatchObject({ status: 'open', billing_reason: 'subscription_cycle' })
  const { status } = await call(accountApi.remove, { token: person.token, body: { password: person.password } })
  expect(status).toBe(204)
  expect(await newest()).toMatchObject({ status: 'void' })
})

it('a renewal whose subscription the operator cancels is not waited for, and another plan can be bought', async () => {
  const person = await aPendingUser(app, 'boleto')
  await answerAsBank(app, person, 'pay')
  await advanceToRenewal(app, person)
  await sync(person)
  expect((await me(person)).pending_payment).toMatchObject({ method: 'boleto' })
  const [subscription] = await subscriptionsOf(person)
  await stripe.subscriptions.cancel(subscription?.id ?? '')
  await waitForWebhooks(app)
  const user = await me(person)
  expect([user.subscription_status, user.pending_payment]).toEqual(['canceled', undefined])
  expect(await goToCheckout(app, person.token, 'basic')).toContain('/c/pay/')
})

it('a renewal by Pix Automático is debited three days later, or closes the access', async () => {
  const [payer, debtor] = [await aPendingUser(app, 'pix'), await aPendingUser(app, 'pix')]
  for (const person of [payer, debtor]) await answerAsBank(app, person, 'pay')
  await advanceToRenewal(app, debtor)
  await waitForWebhooks(app)
  for (const person of [payer, debtor]) {
    await sync(person)
    expect(await me(person)).toMatchObject({
      subscription_status: 'active',
      pending_payment: { method: 'pix', is_first: false, expires_at: null },
    })
  }
  await answerAsBank(app, debtor, 'fail')
  advanceDays(app, 3)
  await waitForWebhooks(app)
  const paid = await me(payer)
  expect([paid.subscription_status, paid.pending_payment]).toEqual(['active', undefined])
  expect((await me(debtor)).subscription_status).toBe('past_due')
})
