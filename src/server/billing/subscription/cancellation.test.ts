import { beforeEach, describe, expect, it, vi } from 'vitest'
import { authApi } from '#contract/auth/auth.ts'
import { billingApi } from '#contract/billing/billing.ts'
import { leadsApi } from '#contract/leads/leads.ts'
import {
  advanceDays,
  advanceToRenewal,
  cancelInPortal,
  changePlan,
  customerOf,
  failingCard,
  payOverdueInvoice,
  switchCard,
  waitForWebhooks,
} from '../../testing/billing-actions.ts'
import { aPayingUser, billingApp, goToCheckout, submitCheckout } from '../../testing/billing-app.ts'
import type { Person } from '../../testing/factories.ts'

const app = await billingApp()
const { call, db, payments } = app
const update = vi.spyOn(payments.stripe.subscriptions, 'update')
beforeEach(() => void update.mockClear())

const me = async ({ token }: Person) => (await call(authApi.me, { token })).data.user
const subscriptionOf = async (person: Person) => {
  const [subscription] = (await payments.stripe.subscriptions.list({ customer: await customerOf(app, person) })).data
  return subscription
}
const sent = () => update.mock.calls.map(([, params]) => params)
const mailsTo = async ({ user }: Person) => {
  const text = `select data from outbox where recipient = $1 and kind = 'subscription-canceled' order by id`
  return (await db.rows<{ data: { accessUntil: string | null } }>(text, [user.email])).map(
    ({ data }) => data.accessUntil,
  )
}
const anOverdueUser = async () => {
  const person = await aPayingUser(app, 'basic')
  await switchCard(app, person.token, failingCard)
  await advanceToRenewal(app, person)
  await waitForWebhooks(app)
  return person
}
const cancelAtOnce = async ({ token }: Person) => {
  app.sandbox.chaos.api_delay_ms = 30
  const replies = await Promise.all(Array.from({ length: 5 }, () => call(billingApi.cancel, { token })))
  app.sandbox.chaos.api_delay_ms = 0
  return replies.map(({ status, error }) => error?.code ?? status)
}
const iso = (seconds: number | null | undefined) => new Date((seconds ?? 0) * 1000).toISOString()

describe('cancellation', () => {
  it('in the portal is shown with its date, and undoing it sends exactly one of the two parameters', async () => {
    const person = await aPayingUser(app, 'pro')
    await cancelInPortal(app, person.token)
    await waitForWebhooks(app)
    const canceled = await subscriptionOf(person)
    // Stripe's portal sets only the date.
    expect(canceled).toMatchObject({ cancel_at_period_end: false, cancel_at: expect.any(Number), status: 'active' })
    const user = await me(person)
    expect(user).toMatchObject({ cancel_at_period_end: true, subscription_status: 'active', subscription_plan: 'pro' })
    expect(new Date(user.current_period_end ?? 0).toISOString()).toBe(iso(canceled?.cancel_at))
    const [record] = (await call(billingApi.history, { token: person.token })).data.subscriptions
    expect(record).toMatchObject({ cancel_at_period_end: true, status: 'active' })
    expect(new Date(record?.cancel_at ?? 0).toISOString()).toBe(iso(canceled?.cancel_at))
    expect((await call(leadsApi.list, { token: person.token })).status).toBe(200)

    const { status, data } = await call(billingApi.reactivate, { token: person.token })
    expect([status, data.user.cancel_at_period_end]).toEqual([200, false])
    expect(sent()).toEqual([{ cancel_at: '' }])
    expect(await subscriptionOf(person)).toMatchObject({ cancel_at_period_end: false, cancel_at: null })
  })

  it('in the profile is undone by the other parameter', async () => {
    const person = await aPayingUser(app, 'basic')
    expect((await call(billingApi.cancel, { token: person.token })).data).toMatchObject({
      message: 'Assinatura cancelada com sucesso.',
      user: { cancel_at_period_end: true, subscription_status: 'active' },
    })
    await call(billingApi.reactivate, { token: person.token })
    expect(sent()).toEqual([{ cancel_at_period_end: true }, { cancel_at_period_end: false }])
    expect(await me(person)).toMatchObject({ cancel_at_period_end: false, subscription_status: 'active' })
  })

  it('repeated in portal and profile takes effect once and sends one mail', async () => {
    const person = await aPayingUser(app, 'basic')
    await cancelInPortal(app, person.token)
    await waitForWebhooks(app)
    const replies = await Promise.all(Array.from({ length: 5 }, () => call(billingApi.cancel, { token: person.token })))
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    expect(sent()).toEqual([])
    expect((await mailsTo(person)).map(until => until && new Date(until).toISOString())).toEqual([
      iso((await subscriptionOf(person))?.cancel_at),
    ])
    await call(billingApi.reactivate, { token: person.token })
    await call(billingApi.reactivate, { token: person.token })
    expect(sent()).toEqual([{ cancel_at: '' }])
  })

  it('of an overdue subscription in several tabs takes effect once and succeeds in each', async () => {
    const person = await anOverdueUser()
    expect(await cancelAtOnce(person)).toEqual([200, 200, 200, 200, 200])
    expect(await me(person)).toMatchObject({ subscription_status: 'canceled' })
  })

  it('of an overdue subscription succeeds when the response was lost and the request is repeated', async () => {
    const person = await anOverdueUser()
    const cancel = payments.stripe.subscriptions.cancel.bind(payments.stripe.subscriptions)
    vi.spyOn(payments.stripe.subscriptions, 'cancel').mockImplementationOnce((async (id: string) => {
      await cancel(id)
      return cancel(id)
    }) as never)
    const { status, data } = await call(billingApi.cancel, { token: person.token })
    expect([status, data?.user.subscription_status]).toEqual([200, 'canceled'])
  })

  it('of a scheduled plan change in several tabs succeeds in each', async () => {
    const person = await aPayingUser(app, 'pro')
    await changePlan(app, person.token, 'basic')
    expect(await cancelAtOnce(person)).toEqual([200, 200, 200, 200, 200])
    expect(await subscriptionOf(person)).toMatchObject({ schedule: null, cancel_at_period_end: true })
  })

  it('of an overdue subscription in the portal is mailed when it ends', async () => {
    const person = await anOverdueUser()
    await cancelInPortal(app, person.token)
    await waitForWebhooks(app)
    expect(await mailsTo(person)).toEqual([])
    advanceDays(app, 40)
    await waitForWebhooks(app)
    expect(await me(person)).toMatchObject({ subscription_status: 'canceled' })
    expect(await mailsTo(person)).toEqual([null])
  })

  it('of an overdue subscription in the portal is mailed with its date when the invoice is paid', async () => {
    const person = await anOverdueUser()
    await cancelInPortal(app, person.token)
    await payOverdueInvoice(app, person.token)
    await waitForWebhooks(app)
    expect(await me(person)).toMatchObject({ subscription_status: 'active', cancel_at_period_end: true })
    expect((await mailsTo(person)).map(until => until && new Date(until).toISOString())).toEqual([
      iso((await subscriptionOf(person))?.cancel_at),
    ])
  })

  it("takes effect at the period's end without another mail, and permits a new subscription", async () => {
    const person = await aPayingUser(app, 'basic')
    await call(billingApi.cancel, { token: person.token })
    advanceDays(app, 32)
    await waitForWebhooks(app)
    expect(await me(person)).toMatchObject({
      subscription_status: 'canceled',
      subscription_plan: null,
      is_trial: false,
    })
    expect(await mailsTo(person)).toHaveLength(1)
    for (const endpoint of [billingApi.cancel, billingApi.reactivate]) {
      expect((await call(endpoint, { token: person.token })).error.code).toBe('no_subscription')
    }
    expect((await submitCheckout(await goToCheckout(app, person.token, 'pro'))).status).toBe(303)
    expect(await me(person)).toMatchObject({ subscription_status: 'active', subscription_plan: 'pro' })
    const { subscriptions } = (await call(billingApi.history, { token: person.token })).data
    expect(subscriptions.map(({ plan, status }) => [plan, status])).toEqual([
      ['pro', 'active'],
      ['basic', 'canceled'],
    ])
  })

  it('releases a scheduled plan change and can be undone', async () => {
    const person = await aPayingUser(app, 'pro')
    await changePlan(app, person.token, 'basic')
    expect((await subscriptionOf(person))?.schedule).toEqual(expect.any(String))
    const canceled = await call(billingApi.cancel, { token: person.token })
    expect([canceled.status, canceled.data.user?.cancel_at_period_end]).toEqual([200, true])
    expect(await subscriptionOf(person)).toMatchObject({ schedule: null, cancel_at_period_end: true })
    expect((await call(billingApi.reactivate, { token: person.token })).status).toBe(200)
    advanceDays(app, 32)
    await waitForWebhooks(app)
    expect(await me(person)).toMatchObject({ subscription_status: 'active', subscription_plan: 'pro' })
  })
})

it('an upgrade is charged immediately, a downgrade is scheduled for the period’s end', async () => {
  const person = await aPayingUser(app, 'basic')
  await changePlan(app, person.token, 'pro')
  await waitForWebhooks(app)
  expect(await me(person)).toMatchObject({ subscription_plan: 'pro' })
  const paid = async () =>
    (await call(billingApi.invoices, { token: person.token })).data.invoices.map(i => i.amount_paid)
  expect(await paid()).toEqual([5000, 2900])
  await changePlan(app, person.token, 'basic')
  await waitForWebhooks(app)
  expect(await me(person)).toMatchObject({ subscription_plan: 'pro' })
  advanceDays(app, 32)
  await waitForWebhooks(app)
  expect(await me(person)).toMatchObject({ subscription_plan: 'basic', subscription_status: 'active' })
  expect(await paid()).toEqual([2900, 5000, 2900])
})
