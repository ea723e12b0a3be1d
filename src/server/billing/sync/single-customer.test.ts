import Stripe from 'stripe'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { authApi } from '#contract/auth/auth.ts'
import { billingApi } from '#contract/billing/billing.ts'
import { teamApi } from '#contract/team/team.ts'
import { customerOf, storedBillingState, waitForWebhooks } from '../../testing/billing-actions.ts'
import { aPayingUser, billingApp, checkoutForm, goToCheckout, submitCheckout } from '../../testing/billing-app.ts'
import { changeEmail } from '../../testing/change-email.ts'
import { aMember, aUser, type Person } from '../../testing/factories.ts'
import { reconcileCustomers } from '../reconcile-customers.ts'
import { syncCustomer } from './sync-customer.ts'

const lines: string[] = []
const app = await billingApp({ logLevel: 'warn' }, { logStream: { write: line => void lines.push(line) } })
const { call, clock, db, payments } = app
const { stripe } = payments
afterEach(() => {
  vi.restoreAllMocks()
  clock.now = new Date()
})

const customersFor = async ({ account }: Person) =>
  (await stripe.customers.list({ limit: 100 })).data.filter(({ metadata }) => metadata.accountId === account._id)
const sessionsOf = async (customer: string, status: Stripe.Checkout.SessionListParams.Status = 'open') =>
  (await stripe.checkout.sessions.list({ customer, status, limit: 100 })).data
const askForCheckout = async ({ token }: Person, plan: 'basic' | 'pro' = 'basic') =>
  call(billingApi.checkout, { token, body: checkoutForm(app, (await app.planOf(plan)).priceId) })

type Callable = Record<'create', (...call: never[]) => Promise<unknown>>
const { StripeAPIError, StripeConnectionError } = Stripe.errors
const lost = () => new StripeConnectionError({ message: 'no answer', type: 'api_error' })
const broken = (headers: Record<string, string> = {}) =>
  new StripeAPIError({ message: 'broken', type: 'api_error', statusCode: 500, headers })

/** Executes the call and drops its response. */
const loseTheAnswerOf = (resource: Callable) => {
  const create = resource.create.bind(resource)
  vi.spyOn(resource, 'create').mockImplementationOnce(async (...call) => {
    await create(...call)
    throw lost()
  })
}

describe('one customer and one subscription', () => {
  it('twenty concurrent checkouts create one customer and one open session', async () => {
    const person = await aUser(app)
    const replies = await Promise.all(Array.from({ length: 20 }, () => askForCheckout(person)))
    expect(new Set(replies.map(({ data }) => data.url)).size).toBe(1)
    expect(await customersFor(person)).toHaveLength(1)
    expect(await sessionsOf(await customerOf(app, person))).toHaveLength(1)
  })

  it('concurrent checkouts for two plans leave one open session, even with slow responses', async () => {
    const person = await aUser(app)
    // With an existing customer, only the billing lock serializes the checkouts.
    await stripe.checkout.sessions.expire((await askForCheckout(person)).data.sessionId)
    app.sandbox.chaos.api_delay_ms = 30
    await Promise.all(Array.from({ length: 6 }, (_, index) => askForCheckout(person, index % 2 ? 'basic' : 'pro')))
    app.sandbox.chaos.api_delay_ms = 0
    expect(await customersFor(person)).toHaveLength(1)
    expect(await sessionsOf(await customerOf(app, person))).toHaveLength(1)
  })

  it('a second tab with another plan expires the first checkout and creates the only subscription', async () => {
    const person = await aUser(app)
    const first = await goToCheckout(app, person.token, 'basic')
    const second = await goToCheckout(app, person.token, 'pro')
    const paid = await Promise.all([
      submitCheckout(first),
      submitCheckout(second),
      submitCheckout(second),
      submitCheckout(first),
    ])
    expect(paid.map(({ status }) => status)).toEqual([410, 303, 303, 410])
    const customer = await customerOf(app, person)
    expect((await stripe.subscriptions.list({ customer, status: 'all' })).data).toHaveLength(1)
    // A third tab leads to the plan change.
    expect((await askForCheckout(person)).data.url).toContain('/p/session/')
  })

  it('a checkout with a lost response is reused', async () => {
    const person = await aUser(app)
    loseTheAnswerOf(stripe.checkout.sessions as never)
    expect((await askForCheckout(person)).error.code).toBe('payments_unavailable')
    expect((await askForCheckout(person)).status).toBe(200)
    expect(await sessionsOf(await customerOf(app, person))).toHaveLength(1)
  })

  it('a checkout with a lost request is repeated under the same key', async () => {
    const person = await aUser(app)
    const create = vi.spyOn(stripe.checkout.sessions, 'create')
    create.mockRejectedValueOnce(lost())
    expect((await askForCheckout(person)).status).toBe(502)
    expect((await askForCheckout(person)).status).toBe(200)
    const keys = create.mock.calls.map(([, options]) => (options as Stripe.RequestOptions).idempotencyKey)
    expect(keys[0]).toMatch(/^checkout:[\w-]{36}$/)
    expect(keys).toEqual([keys[0], keys[0]])
  })

  it('a checkout for another plan while the first is being paid is not sold, and may be repeated', async () => {
    const person = await aUser(app)
    const page = await goToCheckout(app, person.token, 'basic')
    const expire = stripe.checkout.sessions.expire.bind(stripe.checkout.sessions)
    vi.spyOn(stripe.checkout.sessions, 'expire').mockImplementationOnce((async (id: string) => {
      await submitCheckout(page)
      return expire(id)
    }) as never)
    expect((await askForCheckout(person, 'pro')).error.code).toBe('payments_unavailable')
    expect((await askForCheckout(person, 'pro')).data.url).toContain('/p/session/')
    const customer = await customerOf(app, person)
    expect((await stripe.subscriptions.list({ customer })).data).toHaveLength(1)
  })

  it('a checkout with a final error gets another key, because Stripe replays the error for a day', async () => {
    const person = await aUser(app)
    const create = vi.spyOn(stripe.checkout.sessions, 'create')
    create.mockRejectedValueOnce(broken())
    expect((await askForCheckout(person)).status).toBe(502)
    expect((await askForCheckout(person)).status).toBe(200)
    const [first, second] = create.mock.calls.map(([, options]) => (options as Stripe.RequestOptions).idempotencyKey)
    expect(second).not.toBe(first)
    expect(await sessionsOf(await customerOf(app, person))).toHaveLength(1)
  })

  it('a customer with a lost response is reused by the next attempt, even with another e-mail', async () => {
    const person = await aUser(app)
    loseTheAnswerOf(stripe.customers as never)
    expect((await askForCheckout(person)).status).toBe(502)
    expect(await customerOf(app, person)).toBe('')
    const email = `novo.${person.user.email}`
    await changeEmail(app, person, email)
    expect((await askForCheckout(person)).status).toBe(200)
    expect(await customersFor(person)).toMatchObject([{ name: 'Nome Novo', email }])
  })

  it('a customer with a lost response is reused after the account was handed over', async () => {
    const owner = await aUser(app)
    const next = await aMember(app, owner, 'manager')
    loseTheAnswerOf(stripe.customers as never)
    expect((await askForCheckout(owner)).status).toBe(502)
    const body = { to: next.member._id, password: owner.password }
    expect((await call(teamApi.transfer, { token: owner.token, body })).status).toBe(204)
    expect((await askForCheckout(next)).status).toBe(200)
    expect(await customersFor(owner)).toMatchObject([{ id: await customerOf(app, owner), email: next.user.email }])
  })

  it('a customer with a replayed error is created once, under the next key', async () => {
    const person = await aUser(app)
    const create = vi.spyOn(stripe.customers, 'create')
    const repeated = () => broken({ 'idempotent-replayed': 'true' })
    create.mockRejectedValueOnce(broken())
    expect((await askForCheckout(person)).status).toBe(502)
    // Stripe replays the first key's error for a day. The response to the second key is lost.
    create.mockRejectedValueOnce(repeated())
    loseTheAnswerOf(stripe.customers as never)
    expect((await askForCheckout(person)).status).toBe(502)
    create.mockRejectedValueOnce(repeated())
    expect((await askForCheckout(person)).status).toBe(200)
    const keys = create.mock.calls.map(([, options]) => (options as Stripe.RequestOptions).idempotencyKey)
    expect(keys.at(-1)).not.toBe(keys[0])
    expect(new Set(keys)).toEqual(new Set([keys[0], keys.at(-1)]))
    expect(await customersFor(person)).toHaveLength(1)
  })

  it('creating a customer stops after a maximum number of keys', async () => {
    const person = await aUser(app)
    const create = vi.spyOn(stripe.customers, 'create').mockRejectedValue(broken({ 'idempotent-replayed': 'true' }))
    expect((await askForCheckout(person)).status).toBe(502)
    expect(create).toHaveBeenCalledTimes(10)
  })

  it('a customer deleted in Stripe ends the subscription, and a new subscription is possible', async () => {
    const person = await aPayingUser(app, 'basic')
    const former = await customerOf(app, person)
    await stripe.customers.del(former)
    await waitForWebhooks(app)
    const me = async () => (await call(authApi.me, { token: person.token })).data.user
    expect(await me()).toMatchObject({ subscription_status: 'canceled', is_trial: false })
    expect((await call(billingApi.portal, { token: person.token })).error.code).toBe('no_subscription')

    const page = await goToCheckout(app, person.token, 'pro')
    expect(await customerOf(app, person)).not.toBe(former)
    expect(await me()).toMatchObject({ subscription_status: 'canceled', is_trial: false })
    await submitCheckout(page)
    expect(await me()).toMatchObject({ subscription_status: 'active', subscription_plan: 'pro' })
    const { subscriptions } = (await call(billingApi.history, { token: person.token })).data
    expect(subscriptions.map(({ status }) => status)).toEqual(['active', 'canceled'])
  })

  it('a customer of another Stripe account keeps the subscription until its period ends', async () => {
    const person = await aPayingUser(app, 'basic')
    const own = await customerOf(app, person)
    const foreign = 'cus_of_another_account'
    const link = (customer: string) =>
      db.run('update accounts set stripe_customer_id = $2 where id = $1', [person.account._id, customer])
    const warnings: object[] = []
    const warn = (about: object, message: string) => void warnings.push({ ...about, message })
    const sync = async (customer: string) => {
      await syncCustomer({ ...app.services, warn }, payments, customer, 'reconciliation')
      return storedBillingState(app, customer)
    }
    await link(foreign)
    const before = await storedBillingState(app, foreign)
    expect(before.account).toMatchObject({ subscription_status: 'active', subscription_plan: 'basic' })
    expect(await sync(foreign)).toEqual(before)
    expect(warnings).toEqual([{ customer: foreign, message: expect.stringContaining('another account or mode') }])

    clock.now = new Date(before.account?.current_period_end ?? '')
    expect((await sync(foreign)).account).toMatchObject({ subscription_status: 'canceled', subscription_plan: null })
    await link(own)
    expect((await sync(own)).account).toMatchObject({ subscription_status: 'active', subscription_plan: 'basic' })
  })

  it('something else that Stripe does not find ends no subscription', async () => {
    const person = await aPayingUser(app, 'basic')
    const customer = await customerOf(app, person)
    const before = await storedBillingState(app, customer)
    const rejection = await stripe.prices.retrieve('price_unknown').catch(error => error)
    vi.spyOn(stripe.invoices, 'list').mockRejectedValueOnce(rejection)
    await expect(syncCustomer(app.services, payments, customer, 'reconciliation')).rejects.toBe(rejection)
    expect(await storedBillingState(app, customer)).toEqual(before)
  })

  it('two live subscriptions warn once in trail and log, and cancel nothing', async () => {
    const person = await aPayingUser(app, 'basic')
    const customer = await customerOf(app, person)
    const session = await stripe.checkout.sessions.create({
      mode: 'subscription',
      customer,
      line_items: [{ price: (await app.planOf('pro')).priceId, quantity: 1 }],
      success_url: 'http://127.0.0.1:9/',
    })
    await submitCheckout(session.url ?? '')
    await waitForWebhooks(app)
    await reconcileCustomers(app.services, payments, {
      syncedBefore: new Date(8e15),
      maxCustomers: 100,
      reason: 'reconciliation',
    })
    const trail = await db.rows<{ details: Record<string, string> }>(
      `select details from admin_trail where subject_email = $1 and details ? 'warning'`,
      [person.user.email],
    )
    expect(trail.map(({ details }) => details.warning)).toEqual(['2 assinaturas cobradas ao mesmo tempo'])
    const warnings = lines.filter(line => line.includes('more than one live subscription'))
    expect(warnings.map(line => JSON.parse(line))).toMatchObject([{ level: 'warn', customer, live: 2 }])
    const { data } = await stripe.subscriptions.list({ customer })
    expect(data.map(({ status, cancel_at }) => [status, cancel_at])).toEqual(Array(2).fill(['active', null]))
    expect((await storedBillingState(app, customer)).account).toMatchObject({
      live_subscriptions: 2,
      subscription_plan: 'pro',
    })
  })
})
