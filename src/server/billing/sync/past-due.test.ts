import { describe, expect, it } from 'vitest'
import { authApi } from '#contract/auth/auth.ts'
import { billingApi } from '#contract/billing/billing.ts'
import { leadsApi } from '#contract/leads/leads.ts'
import {
  advanceDays,
  advanceToRenewal,
  customerOf,
  failingCard,
  getPortalUrl,
  payOverdueInvoice,
  switchCard,
  waitForWebhooks,
} from '../../testing/billing-actions.ts'
import { aPayingUser, billingApp, checkoutForm, goToCheckout, submitCheckout } from '../../testing/billing-app.ts'
import { aLead, type Person } from '../../testing/factories.ts'

const app = await billingApp()
const { call, db, payments, sandbox } = app

const me = async ({ token }: Person) => (await call(authApi.me, { token })).data.user
const leadStatus = async ({ token }: Person) => (await call(leadsApi.list, { token })).status
const mailsTo = async ({ user }: Person) => {
  const rows = await db.rows<{ kind: string }>('select kind from outbox where recipient = $1 order by id', [user.email])
  return rows.map(({ kind }) => kind).filter(kind => !['welcome', 'trial-ending', 'payment-received'].includes(kind))
}
const livingOf = async (person: Person) =>
  (await payments.stripe.subscriptions.list({ customer: await customerOf(app, person) })).data.length

/** Pays, replaces the card by a failing one, and advances one month. */
const anOverdueUser = async (): Promise<Person> => {
  const person = await aPayingUser(app, 'basic')
  await aLead(app, person.token)
  await switchCard(app, person.token, failingCard)
  await advanceToRenewal(app, person)
  await waitForWebhooks(app)
  return person
}

describe('failed renewal', () => {
  it('denies leads, permits export and profile, and sends one mail', async () => {
    const person = await anOverdueUser()
    expect(await me(person)).toMatchObject({
      subscription_status: 'past_due',
      subscription_plan: 'basic',
      is_trial: false,
    })
    const { status, error } = await call(leadsApi.list, { token: person.token })
    expect([status, error.code]).toEqual([402, 'subscription_required'])
    expect((await call(leadsApi.create, { token: person.token, body: {} })).status).toBe(402)
    const exported = await call(leadsApi.export, { token: person.token, query: { format: 'json' } })
    expect(exported.status).toBe(200)
    expect(exported.raw.body).toContain('João Pedro Araújo')
    expect((await call(billingApi.history, { token: person.token })).data.subscriptions).toMatchObject([
      { status: 'past_due', plan: 'basic' },
    ])
    expect(await mailsTo(person)).toEqual(['payment-failed'])
    advanceDays(app, 3)
    await waitForWebhooks(app)
    expect(await mailsTo(person)).toEqual(['payment-failed'])
  })

  it('redirects every checkout to the unpaid invoice, and paying it restores access', async () => {
    const person = await anOverdueUser()
    for (const plan of ['basic', 'pro', 'enterprise'] as const) {
      const page = await goToCheckout(app, person.token, plan)
      expect(page).toMatch(/\/i\/\w+$/)
    }
    const [open] = (await call(billingApi.invoices, { token: person.token })).data.invoices
    expect(open).toMatchObject({ status: 'open', amount_due: 2900, amount_paid: 0 })
    expect(open?.hosted_invoice_url).toMatch(/\/i\/\w+$/)
    // First the failing card, then a valid one.
    expect((await submitCheckout(open?.hosted_invoice_url ?? '', failingCard)).status).toBe(402)
    expect((await me(person)).subscription_status).toBe('past_due')
    expect((await payOverdueInvoice(app, person.token)).status).toBe(303)
    await waitForWebhooks(app)
    expect(await me(person)).toMatchObject({ subscription_status: 'active', subscription_plan: 'basic' })
    expect(await leadStatus(person)).toBe(200)
    expect(await livingOf(person)).toBe(1)
    expect((await call(leadsApi.list, { token: person.token })).data.total).toBe(1)
  })

  it("is resolved when Stripe's retry succeeds with another card", async () => {
    const person = await anOverdueUser()
    await switchCard(app, person.token)
    advanceDays(app, 4)
    await waitForWebhooks(app)
    expect(await me(person)).toMatchObject({ subscription_status: 'active' })
    expect(await leadStatus(person)).toBe(200)
  })

  it('ends the subscription after the last attempt with one more mail, preserves all data, and permits a new subscription', async () => {
    const person = await anOverdueUser()
    advanceDays(app, 20)
    await waitForWebhooks(app)
    expect(await me(person)).toMatchObject({
      subscription_status: 'canceled',
      subscription_plan: null,
      is_trial: false,
    })
    expect(await leadStatus(person)).toBe(402)
    expect(await mailsTo(person)).toEqual(['payment-failed', 'subscription-canceled'])
    expect(await getPortalUrl(app, person.token)).toContain('/p/session/')
    expect((await submitCheckout(await goToCheckout(app, person.token, 'pro'))).status).toBe(303)
    await waitForWebhooks(app)
    expect(await me(person)).toMatchObject({ subscription_status: 'active', subscription_plan: 'pro' })
    expect(await livingOf(person)).toBe(1)
    expect((await call(leadsApi.list, { token: person.token })).data.total).toBe(1)
    const { subscriptions } = (await call(billingApi.history, { token: person.token })).data
    expect(subscriptions.map(({ status }) => status)).toEqual(['active', 'canceled'])
  })

  it('left as unpaid denies leads and permits no second subscription', async () => {
    sandbox.chaos.leave_unpaid = true
    const person = await anOverdueUser()
    advanceDays(app, 20)
    await waitForWebhooks(app)
    sandbox.chaos.leave_unpaid = false
    expect(await me(person)).toMatchObject({ subscription_status: 'past_due', subscription_plan: 'basic' })
    expect(await leadStatus(person)).toBe(402)
    const { priceId } = await app.planOf('pro')
    const { data } = await call(billingApi.checkout, { token: person.token, body: checkoutForm(app, priceId) })
    expect(data.url).toMatch(/\/i\/\w+$/)
    expect(await livingOf(person)).toBe(1)
    await payOverdueInvoice(app, person.token)
    await waitForWebhooks(app)
    expect(await me(person)).toMatchObject({ subscription_status: 'active' })
  })

  it('an unconfirmed first payment does not prevent another checkout', async () => {
    const person = await aPayingUser(app, 'basic')
    const customer = await customerOf(app, person)
    const [subscription] = (await payments.stripe.subscriptions.list({ customer })).data
    await payments.stripe.subscriptions.cancel(subscription?.id ?? '')
    const page = await goToCheckout(app, person.token, 'pro')
    expect((await submitCheckout(page, { number: '4000002500003155' })).status).toBe(303)
    await waitForWebhooks(app)
    expect(await me(person)).toMatchObject({ subscription_status: 'canceled', is_trial: false })
    const next = await goToCheckout(app, person.token, 'basic')
    expect(next).not.toBe(page)
    expect((await submitCheckout(next)).status).toBe(303)
    await waitForWebhooks(app)
    expect(await me(person)).toMatchObject({ subscription_status: 'active', subscription_plan: 'basic' })
    expect(await livingOf(person)).toBe(1)
  })
})
