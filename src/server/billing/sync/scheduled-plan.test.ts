import { expect, it } from 'vitest'
import { adminApi } from '#contract/admin.ts'
import { authApi } from '#contract/auth/auth.ts'
import { billingApi } from '#contract/billing/billing.ts'
import { submitForm } from '../../../sandbox/testing/browse.ts'
import {
  advanceDays,
  changePlan,
  customerOf,
  failingCard,
  switchCard,
  waitForWebhooks,
} from '../../testing/billing-actions.ts'
import { aPayingUser, billingApp, goToCheckout } from '../../testing/billing-app.ts'
import { anAdmin, type Person } from '../../testing/factories.ts'

const app = await billingApp()
const { call, payments, sandbox } = app
const me = async ({ token }: Person) => (await call(authApi.me, { token })).data.user

it('a scheduled downgrade is shown with its date until it takes effect', async () => {
  const person = await aPayingUser(app, 'pro')
  await changePlan(app, person.token, 'basic')
  await waitForWebhooks(app)
  const waiting = await me(person)
  expect(waiting).toMatchObject({ subscription_plan: 'pro', subscription_status: 'active', scheduled_plan: 'basic' })
  expect(waiting.scheduled_plan_at).toBe(waiting.current_period_end)
  advanceDays(app, 32)
  await waitForWebhooks(app)
  expect(await me(person)).toMatchObject({
    subscription_plan: 'basic',
    scheduled_plan: null,
    scheduled_plan_at: null,
  })
})

it('replacing a scheduled change, which updates only the schedule, is detected', async () => {
  const person = await aPayingUser(app, 'enterprise')
  await changePlan(app, person.token, 'pro')
  await waitForWebhooks(app)
  await changePlan(app, person.token, 'basic')
  await waitForWebhooks(app)
  expect(await me(person)).toMatchObject({ subscription_plan: 'enterprise', scheduled_plan: 'basic' })
})

it('a name entered on Stripe’s page is preserved, and a synced name follows the profile', async () => {
  const person = await aPayingUser(app, 'basic')
  const customer = await customerOf(app, person)
  const nameNow = async () => ((await payments.stripe.customers.retrieve(customer)) as { name?: string }).name
  await payments.stripe.customers.update(customer, { name: 'Padaria do João Ltda.' })
  await goToCheckout(app, person.token, 'pro')
  expect(await nameNow()).toBe('Padaria do João Ltda.')
  await payments.stripe.customers.update(customer, { name: person.user.nome })
  await call(authApi.updateProfile, { token: person.token, body: { nome: 'Outro Nome', email: person.user.email } })
  await goToCheckout(app, person.token, 'pro')
  expect(await nameNow()).toBe('Outro Nome')
})

it('a past-due subscription shows the next attempt instead of the next charge, and can be canceled immediately', async () => {
  const admin = await anAdmin(app)
  const person = await aPayingUser(app, 'basic')
  const row = async () =>
    (await call(adminApi.users, { token: admin.token, query: { search: person.user.email } })).data.users[0]
  expect((await row())?.next_charge_at).toBe((await me(person)).current_period_end)
  await switchCard(app, person.token, failingCard)
  advanceDays(app, 32)
  await waitForWebhooks(app)
  const customer = await customerOf(app, person)
  const [open] = (await payments.stripe.invoices.list({ customer, status: 'open' })).data
  const late = await me(person)
  expect(late.subscription_status).toBe('past_due')
  expect(Date.parse(late.next_charge_at ?? '')).toBe((open?.next_payment_attempt ?? 0) * 1000)
  const canceled = await call(billingApi.cancel, { token: person.token })
  expect(canceled.data.user).toMatchObject({ subscription_status: 'canceled', next_charge_at: null })
  expect((await payments.stripe.subscriptions.list({ customer })).data).toEqual([])
  expect(await row()).toMatchObject({ subscription_status: 'canceled', next_charge_at: null })
  expect((await payments.stripe.invoices.retrieve(open?.id ?? '')).next_payment_attempt).toBeNull()
})

it('returning from a plan change triggers a sync without webhooks', async () => {
  const person = await aPayingUser(app, 'pro')
  await waitForWebhooks(app)
  sandbox.chaos.drop = true
  const page = await goToCheckout(app, person.token, 'basic')
  const { location } = await submitForm(`${page}/update/${(await app.planOf('basic')).priceId}`, {})
  sandbox.chaos.drop = false
  expect(new URL(location ?? '').search).toBe('?success=true&plano=basic')
  app.clock.now = new Date(app.clock.now.getTime() + 3000)
  expect(await me(person)).toMatchObject({ subscription_plan: 'pro', scheduled_plan: 'basic' })
})
