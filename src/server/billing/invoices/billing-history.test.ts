import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it, vi } from 'vitest'
import { adminApi } from '#contract/admin.ts'
import { accountApi } from '#contract/auth/account.ts'
import { billingApi } from '#contract/billing/billing.ts'
import {
  advanceDays,
  cancelInPortal,
  changePlan,
  customerOf,
  failingCard,
  payOverdueInvoice,
  storedBillingState,
  switchCard,
  waitForWebhooks,
} from '../../testing/billing-actions.ts'
import { aPayingUser, billingApp, checkoutForm, goToCheckout, submitCheckout } from '../../testing/billing-app.ts'
import { anAdmin, aUser, type Person, userRow } from '../../testing/factories.ts'

const app = await billingApp()
const { call, db, payments, sandbox } = app
const { stripe } = payments

const counts = async () => {
  const row = await db.row<{ subscriptions: number; invoices: number; trail: number }>(
    `select (select count(*) from subscriptions) as subscriptions, (select count(*) from invoices) as invoices,
            (select count(*) from admin_trail) as trail`,
  )
  return row ?? { subscriptions: 0, invoices: 0, trail: 0 }
}
const remove = ({ token, password }: Person) => call(accountApi.remove, { token, body: { password } })
const livingOf = async (customer: string) =>
  (await stripe.subscriptions.list({ customer, limit: 100 })).data.map(({ status }) => status)

describe('history', () => {
  it('of subscriptions and invoices never loses a row', async () => {
    const person = await aUser(app)
    const { token } = person
    const steps: (() => Promise<unknown>)[] = [
      async () => submitCheckout(await goToCheckout(app, token, 'basic')),
      () => changePlan(app, token, 'pro'),
      () => switchCard(app, token, failingCard),
      async () => advanceDays(app, 32),
      () => payOverdueInvoice(app, token),
      () => cancelInPortal(app, token),
      async () => advanceDays(app, 32),
      async () => submitCheckout(await goToCheckout(app, token, 'enterprise')),
      async () => stripe.customers.del(await customerOf(app, person)),
      async () => submitCheckout(await goToCheckout(app, token, 'basic')),
    ]
    let before = await counts()
    for (const [index, step] of steps.entries()) {
      await step()
      await waitForWebhooks(app)
      const after = await counts()
      for (const table of ['subscriptions', 'invoices', 'trail'] as const) {
        expect([index, table, after[table] >= before[table]]).toEqual([index, table, true])
      }
      before = after
    }
    const { subscriptions } = (await call(billingApi.history, { token })).data
    expect(subscriptions.map(({ plan, status }) => [plan, status])).toEqual([
      ['basic', 'active'],
      ['enterprise', 'canceled'],
      ['pro', 'canceled'],
    ])
    expect(new Set(subscriptions.map(({ local_id }) => local_id)).size).toBe(3)
    const [first] = (await call(billingApi.history, { token })).data.subscriptions
    expect(first?.id).toMatch(/^sub_/)
  })
})

describe('deleting an account', () => {
  it('cancels the subscription first, expires open checkouts and preserves paid invoices', async () => {
    const person = await aPayingUser(app, 'pro')
    const customer = await customerOf(app, person)
    const stray = await stripe.checkout.sessions.create({
      mode: 'subscription',
      customer,
      line_items: [{ price: (await app.planOf('basic')).priceId, quantity: 1 }],
      success_url: 'http://127.0.0.1:9/',
    })
    const admin = await anAdmin(app)
    const revenue = async () => (await call(adminApi.revenue, { token: admin.token })).data.totalRevenue
    const before = { counts: await counts(), revenue: await revenue() }
    expect((await remove(person)).status).toBe(204)
    expect(await livingOf(customer)).toEqual([])
    expect(await stripe.customers.retrieve(customer)).toMatchObject({ deleted: true })
    expect((await submitCheckout(stray.url ?? '')).status).toBe(410)
    expect(await revenue()).toBe(before.revenue)
    expect((await counts()).invoices).toBe(before.counts.invoices)
    // The customer's last events belong to no account and must be accepted.
    await waitForWebhooks(app)
    expect(await livingOf(customer)).toEqual([])
  })

  it('changes nothing when Stripe is unavailable', async () => {
    const person = await aPayingUser(app, 'pro')
    await waitForWebhooks(app)
    const customer = await customerOf(app, person)
    const before = await storedBillingState(app, customer)
    sandbox.chaos.api_500 = 1000
    const { status, error } = await remove(person)
    expect([status, error.code]).toEqual([502, 'payments_unavailable'])
    sandbox.chaos.api_500 = 0
    expect(await storedBillingState(app, customer)).toEqual(before)
    expect(await livingOf(customer)).toEqual(['active'])
    expect((await userRow(app, person.user)).email).toBe(person.user.email)
    expect((await remove(person)).status).toBe(204)
    expect(await livingOf(customer)).toEqual([])
  })

  it('during a checkout leaves no customer that could still pay', async () => {
    const person = await aUser(app)
    const { priceId } = await app.planOf('pro')
    const { customers } = stripe
    const create = customers.create.bind(customers)
    let removed: ReturnType<typeof remove> | undefined
    // Without the lock, the customer is created after the deletion.
    vi.spyOn(customers, 'create').mockImplementationOnce(async (...args) => {
      removed = remove(person)
      await Promise.race([removed, sleep(1000)])
      return create(...(args as Parameters<typeof create>))
    })
    await call(billingApi.checkout, { token: person.token, body: checkoutForm(app, priceId) })
    expect((await removed)?.status).toBe(204)
    const { data } = await stripe.customers.list({ limit: 100 })
    expect(data.filter(({ metadata }) => metadata.accountId === person.account._id)).toEqual([])
  })

  it('succeeds for a customer that was deleted in Stripe', async () => {
    const person = await aPayingUser(app, 'basic')
    await stripe.customers.del(await customerOf(app, person))
    await waitForWebhooks(app)
    expect((await remove(person)).status).toBe(204)
  })
})
