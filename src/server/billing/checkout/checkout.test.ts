import { describe, expect, it } from 'vitest'
import { authApi } from '#contract/auth/auth.ts'
import { billingApi } from '#contract/billing/billing.ts'
import { aPayingUser, billingApp, checkoutForm, goToCheckout, submitCheckout } from '../../testing/billing-app.ts'
import { aUser } from '../../testing/factories.ts'

const app = await billingApp()
const { call } = app

describe('plans', () => {
  it('are those on sale with their features, cheapest first', async () => {
    const { data } = await call(billingApi.plans)
    expect(data).toMatchObject({ configured: true, mode: 'sandbox' })
    expect(data.plans.map(({ id, price }) => [id, price])).toEqual([
      ['basic', 29],
      ['pro', 79],
      ['enterprise', 199],
    ])
    expect(data.plans[1]).toMatchObject({ popular: true, priceId: expect.stringMatching(/^price_/) })
  })
})

describe('checkout', () => {
  it('that is paid activates the account by the webhook alone', async () => {
    const { token } = await aPayingUser(app, 'pro')
    const { user } = (await call(authApi.me, { token })).data
    expect(user).toMatchObject({ subscription_status: 'active', subscription_plan: 'pro', is_trial: false })
    expect(user.stripe_customer_id).toMatch(/^cus_/)
    const { invoices } = (await call(billingApi.invoices, { token })).data
    expect(invoices).toMatchObject([{ amount_paid: 7900, status: 'paid', currency: 'brl' }])
    const { subscriptions } = (await call(billingApi.history, { token })).data
    expect(subscriptions).toMatchObject([{ plan: 'pro', status: 'active', cancel_at_period_end: false }])
  })

  it('reuses the session for the same plan and expires it for another plan', async () => {
    const { token } = await aUser(app)
    const first = await goToCheckout(app, token, 'basic')
    expect(await goToCheckout(app, token, 'basic')).toBe(first)
    const second = await goToCheckout(app, token, 'pro')
    expect(second).not.toBe(first)
    expect((await submitCheckout(first)).status).not.toBe(303)
    expect((await submitCheckout(second)).status).toBe(303)
  })

  it('with a live subscription leads to the plan change, and is rejected for the same plan', async () => {
    const { token } = await aPayingUser(app, 'basic')
    expect(await goToCheckout(app, token, 'pro')).toContain('/p/session/')
    const { priceId } = await app.planOf('basic')
    const again = await call(billingApi.checkout, { token, body: checkoutForm(app, priceId) })
    expect([again.status, again.error.code]).toEqual([409, 'subscription_exists'])
  })
})
