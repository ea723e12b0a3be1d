import { describe, expect, it, vi } from 'vitest'
import { adminApi } from '#contract/admin.ts'
import { accountApi } from '#contract/auth/account.ts'
import { billingApi } from '#contract/billing/billing.ts'
import { advanceDays, customerOf, refundLatest, waitForWebhooks } from '../../testing/billing-actions.ts'
import { billingApp, checkoutForm, goToCheckout, submitCheckout } from '../../testing/billing-app.ts'
import { answerAsBank, aPendingUser, readPayersOf, startDelayedPayment } from '../../testing/delayed-payments.ts'
import { anAdmin, aUser, type Person } from '../../testing/factories.ts'

const app = await billingApp({ paymentMethods: ['card', 'boleto', 'pix'] })
const { call, db, payments } = app
const { stripe } = payments

const { me, accessOf, subscriptionsOf, sync } = readPayersOf(app)
const statusesOf = async (person: Person) => (await subscriptionsOf(person)).map(({ status }) => status)
const sessionsOf = async (person: Person) =>
  (await stripe.checkout.sessions.list({ customer: await customerOf(app, person) })).data.map(
    ({ status, payment_status: payment }) => `${status} ${payment}`,
  )
const eventsOf = async (person: Person) => {
  const customer = await customerOf(app, person)
  return (await stripe.events.list({ limit: 100 })).data
    .filter(({ data }) => (data.object as { customer?: unknown }).customer === customer)
    .map(({ type }) => type)
}
const endTrial = ({ account }: Person) =>
  db.run(`update accounts set trial_end = '2020-01-01' where id = $1`, [account._id])
const invoiceUrlOf = async (person: Person) => {
  const customer = await customerOf(app, person)
  return (await stripe.invoices.list({ customer, status: 'open' })).data[0]?.hosted_invoice_url
}

describe('a first payment by boleto', () => {
  it('is a pending payment, gives nothing beyond the trial, and leads to its invoice instead of a second sale', async () => {
    const person = await aPendingUser(app, 'boleto')
    const user = await me(person)
    expect(user).toMatchObject({ subscription_status: 'inactive', subscription_plan: null, is_trial: true })
    expect(user.pending_payment).toEqual({
      plan: 'pro',
      method: 'boleto',
      amount: 7900,
      is_first: true,
      expires_at: expect.stringMatching(/T02:59:00\.000Z$/),
    })
    expect(await sessionsOf(person)).toEqual(['complete unpaid'])
    expect(await accessOf(person)).toBe(200)
    await endTrial(person)
    expect(await accessOf(person)).toBe(402)
    const page = await invoiceUrlOf(person)
    for (const plan of ['pro', 'basic'] as const) expect(await goToCheckout(app, person.token, plan)).toBe(page)
    expect((await call(billingApi.openInvoice, { token: person.token })).data.url).toBe(page)
    const many = await Promise.all(Array.from({ length: 8 }, async () => goToCheckout(app, person.token, 'enterprise')))
    expect(new Set(many)).toEqual(new Set([page]))
    expect(await statusesOf(person)).toEqual(['incomplete'])
  })

  it('paid two days later starts the subscription', async () => {
    const person = await aPendingUser(app, 'boleto')
    await endTrial(person)
    advanceDays(app, 2)
    expect(await statusesOf(person)).toEqual(['incomplete'])
    await answerAsBank(app, person, 'pay')
    expect(await eventsOf(person)).toContain('checkout.session.async_payment_succeeded')
    const user = await me(person)
    expect(user).toMatchObject({ subscription_status: 'active', subscription_plan: 'pro' })
    expect(user.pending_payment).toBeUndefined()
    expect(await accessOf(person)).toBe(200)
    expect(await sessionsOf(person)).toEqual(['complete paid'])
  })

  it('that expires frees the account, and the next attempt makes the only subscription', async () => {
    const person = await aPendingUser(app, 'boleto')
    const former = await invoiceUrlOf(person)
    advanceDays(app, 5)
    await waitForWebhooks(app)
    expect(await eventsOf(person)).toContain('checkout.session.async_payment_failed')
    expect((await me(person)).pending_payment).toBeUndefined()
    expect(await statusesOf(person)).toEqual(['incomplete_expired'])
    const next = await goToCheckout(app, person.token, 'basic')
    expect(next).toContain('/c/pay/')
    await startDelayedPayment(next, 'boleto')
    await answerAsBank(app, person, 'pay')
    await submitCheckout(former ?? '')
    await waitForWebhooks(app)
    expect(await statusesOf(person)).toEqual(['active', 'incomplete_expired'])
    expect(await me(person)).toMatchObject({ subscription_status: 'active', subscription_plan: 'basic' })
  })

  it('of a deleted customer, whose lists Stripe may reject, does not end the trial', async () => {
    const person = await aPendingUser(app, 'boleto')
    const customer = await customerOf(app, person)
    await stripe.customers.del(customer)
    await waitForWebhooks(app)
    const rejection = await stripe.invoices.list({ customer: 'cus_unknown' }).catch(error => error)
    vi.spyOn(stripe.invoices, 'list').mockRejectedValueOnce(rejection)
    await sync(person)
    const user = await me(person)
    expect(user).toMatchObject({ subscription_status: 'inactive', is_trial: true })
  })

  it('can be paid with a card on its invoice, once', async () => {
    const person = await aPendingUser(app, 'boleto')
    await submitCheckout(await goToCheckout(app, person.token, 'pro'))
    await waitForWebhooks(app)
    const user = await me(person)
    expect([user.subscription_status, user.pending_payment]).toEqual(['active', undefined])
    await answerAsBank(app, person, 'pay')
    expect(await statusesOf(person)).toEqual(['active'])
    const charges = (await stripe.charges.list({ customer: await customerOf(app, person) })).data
    expect(charges.map(({ amount }) => amount)).toEqual([7900])
  })

  it('that is refunded counts as overdue', async () => {
    const person = await aPendingUser(app, 'boleto')
    await answerAsBank(app, person, 'pay')
    await refundLatest(app, person)
    await waitForWebhooks(app)
    expect(await me(person)).toMatchObject({ subscription_status: 'past_due', payment_returned: true })
  })

  it('counts as revenue only once it is paid', async () => {
    const { token } = await anAdmin(app)
    const revenue = async () => JSON.stringify((await call(adminApi.revenue, { token })).data)
    const before = await revenue()
    const person = await aPendingUser(app, 'boleto')
    expect(await revenue()).toBe(before)
    await answerAsBank(app, person, 'pay')
    expect(await revenue()).not.toBe(before)
  })

  it('ends with the account', async () => {
    const person = await aPendingUser(app, 'boleto')
    const [subscription] = await subscriptionsOf(person)
    const { status } = await call(accountApi.remove, { token: person.token, body: { password: person.password } })
    expect(status).toBe(204)
    expect((await stripe.subscriptions.retrieve(subscription?.id ?? '')).status).toBe('incomplete_expired')
  })

  it('does not restart a trial after a canceled subscription', async () => {
    const person = await aUser(app)
    await submitCheckout(await goToCheckout(app, person.token, 'basic'))
    const [first] = await subscriptionsOf(person)
    await stripe.subscriptions.cancel(first?.id ?? '')
    await startDelayedPayment(await goToCheckout(app, person.token, 'pro'), 'boleto')
    await waitForWebhooks(app)
    const user = await me(person)
    expect(user).toMatchObject({ subscription_status: 'canceled', is_trial: false })
    expect(user.pending_payment).toMatchObject({ plan: 'pro', is_first: true })
  })
})

describe('a first payment by Pix', () => {
  it('paid hours later, after the page was left, starts the subscription', async () => {
    const person = await aPendingUser(app, 'pix')
    await sync(person)
    expect((await me(person)).pending_payment).toMatchObject({ method: 'pix', is_first: true })
    expect(await sessionsOf(person)).toEqual(['open unpaid'])
    expect(await goToCheckout(app, person.token, 'pro')).toBe(await invoiceUrlOf(person))
    await answerAsBank(app, person, 'pay')
    expect(await sessionsOf(person)).toEqual(['complete paid'])
    expect(await me(person)).toMatchObject({ subscription_status: 'active', subscription_plan: 'pro' })
  })

  it('that expires frees the account, and only the next attempt can be paid', async () => {
    const person = await aPendingUser(app, 'pix')
    await sync(person)
    const former = (await invoiceUrlOf(person)) ?? ''
    await answerAsBank(app, person, 'fail')
    expect((await me(person)).pending_payment).toBeUndefined()
    const next = await goToCheckout(app, person.token, 'basic')
    await submitCheckout(former)
    await submitCheckout(next)
    await waitForWebhooks(app)
    expect(await statusesOf(person)).toEqual(['active', 'incomplete_expired'])
    expect(await me(person)).toMatchObject({ subscription_plan: 'basic' })
  })
})

it('a subscription that Stripe activates before the money arrives gives no access', async () => {
  const person = await aPendingUser(app, 'boleto')
  await endTrial(person)
  const { list } = stripe.subscriptions
  stripe.subscriptions.list = ((...args: Parameters<typeof list>) => {
    const page = list.apply(stripe.subscriptions, args)
    return {
      async *[Symbol.asyncIterator]() {
        for await (const one of page) yield { ...one, status: 'active' }
      },
    }
  }) as unknown as typeof list
  await sync(person).finally(() => {
    stripe.subscriptions.list = list
  })
  expect(await me(person)).toMatchObject({ subscription_status: 'inactive', pending_payment: { is_first: true } })
  expect(await accessOf(person)).toBe(402)
})

it('the checkout offers what the operator has chosen', async () => {
  const { token } = await aUser(app)
  const { data } = await call(billingApi.plans)
  expect(data.methods).toEqual(['card', 'boleto', 'pix'])
  const { data: page } = await call(billingApi.checkout, {
    token,
    body: checkoutForm(app, (await app.planOf('basic')).priceId),
  })
  const session = await stripe.checkout.sessions.retrieve(page.sessionId)
  expect(session.payment_method_types).toEqual(['card', 'boleto', 'pix'])
})
