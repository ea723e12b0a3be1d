import { beforeEach, describe, expect, it } from 'vitest'
import { authApi } from '#contract/auth/auth.ts'
import { trialLengthMs } from '#contract/billing/subscription.ts'
import { leadsApi } from '#contract/leads/leads.ts'
import { customerOf, waitForWebhooks } from '../../testing/billing-actions.ts'
import { aPayingUser, billingApp, goToCheckout, submitCheckout } from '../../testing/billing-app.ts'
import { anExpiredTrialUser, aUser, userRow } from '../../testing/factories.ts'

const app = await billingApp()
const { call, clock, payments } = app
beforeEach(() => {
  clock.now = new Date()
})

const later = (ms: number) => {
  clock.now = new Date(clock.now.getTime() + ms)
}
const statusOf = async (token: string) => (await call(leadsApi.list, { token })).status

describe('access', () => {
  it('is not granted by returning from an unpaid checkout or by client claims', async () => {
    const { token, user } = await anExpiredTrialUser(app)
    await goToCheckout(app, token, 'pro')
    later(3000)
    const query = { success: true, session_id: 'cs_test_x', subscription_status: 'active', role: 'admin' }
    const { data } = await call(authApi.me, { token, query })
    expect(data.user).toMatchObject({ subscription_status: 'inactive', role: 'user' })
    const headers = { 'x-subscription-status': 'active', cookie: 'role=admin; subscription_status=active' }
    expect((await call(leadsApi.list, { token, query, headers })).status).toBe(402)
    const body = { nome: 'Ana Maria', email: user.email, role: 'admin', subscription_status: 'active', plan: 'pro' }
    await call(authApi.updateProfile, { token, body })
    expect(await userRow(app, user)).toMatchObject({ role: 'user', subscription_status: 'inactive' })
    expect(await statusOf(token)).toBe(402)
  })
})

describe('trial', () => {
  it('ends on time without a database write', async () => {
    const { token, user } = await aUser(app)
    const before = await userRow(app, user)
    expect(await statusOf(token)).toBe(200)
    clock.now = new Date(new Date(before.trial_end).getTime() - 1000)
    expect(await statusOf(token)).toBe(200)
    clock.now = new Date(new Date(before.trial_end).getTime())
    expect(await statusOf(token)).toBe(402)
    expect((await call(authApi.me, { token })).data.user).toMatchObject({
      is_trial: false,
      subscription_status: 'inactive',
    })
    expect(await userRow(app, user)).toEqual(before)
    expect(new Date(before.trial_end).getTime() - new Date(before.created_at).getTime()).toBeGreaterThan(
      trialLengthMs - 60_000,
    )
  })

  it('does not resume after a subscription was paid and canceled on the first day', async () => {
    const person = await aPayingUser(app, 'basic')
    const customer = await customerOf(app, person)
    const [subscription] = (await payments.stripe.subscriptions.list({ customer })).data
    await payments.stripe.subscriptions.cancel(subscription?.id ?? '')
    await waitForWebhooks(app)
    const { user } = (await call(authApi.me, { token: person.token })).data
    expect(new Date(user.trial_end).getTime()).toBeGreaterThan(clock.now.getTime())
    expect(user).toMatchObject({ is_trial: false, subscription_status: 'canceled', subscription_plan: null })
    expect(await statusOf(person.token)).toBe(402)
    const { status, error } = await call(authApi.register, {
      body: {
        nome: 'Outra vez',
        email: person.user.email.toUpperCase(),
        password: 'segredo1',
        confirmPassword: 'segredo1',
      },
    })
    expect([status, error.code]).toEqual([409, 'email_taken'])
  })

  it('continues after an abandoned or declined checkout', async () => {
    const { token } = await aUser(app)
    const page = await goToCheckout(app, token, 'basic')
    await submitCheckout(page, { number: '4000002500003155' })
    await waitForWebhooks(app)
    later(3000)
    expect((await call(authApi.me, { token })).data.user).toMatchObject({
      is_trial: true,
      subscription_status: 'inactive',
    })
  })
})
