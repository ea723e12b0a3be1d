import Stripe from 'stripe'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { authApi } from '#contract/auth.ts'
import { billingApi } from '#contract/billing.ts'
import { customerOf, storedBillingState, waitForWebhooks } from '../testing/billing-actions.ts'
import { aPayingUser, billingApp, checkoutForm, goToCheckout, submitCheckout } from '../testing/billing-app.ts'
import { changeEmail } from '../testing/change-email.ts'
import { aUser, type Person } from '../testing/factories.ts'
import { reconcileCustomers } from './reconcile-customers.ts'

const lines: string[] = []
const app = await billingApp({ logLevel: 'warn' }, { logStream: { write: line => void lines.push(line) } })
const { call, db, payments } = app
const { stripe } = payments
afterEach(() => vi.restoreAllMocks())

const customersFor = async ({ user }: Person) =>
  (await stripe.customers.list({ limit: 100 })).data.filter(({ metadata }) => metadata.userId === user._id)
const sessionsOf = async (customer: string, status: Stripe.Checkout.SessionListParams.Status = 'open') =>
  (await stripe.checkout.sessions.list({ customer, status, limit: 100 })).data
const askForCheckout = async ({ token }: Person, plan: 'basic' | 'pro' = 'basic') =>
  call(billingApi.checkout, { token, body: checkoutForm(app, (await app.planOf(plan)).priceId) })

type Callable = Record<'create', (...call: never[]) => Promise<unknown>>
const { StripeAPIError, StripeConnectionError } = Stripe.errors
const lost = () => new StripeConnectionError({ message: 'no answer', type: 'api_error' })
const broken = (headers: Record<string, string> = {}) =>
  new StripeAPIError({ message: 'broken', type: 'api_error', statusCode: 500, headers })

/** The call is made, and its answer never arrives. */
const loseTheAnswerOf = (resource: Callable) => {
  const create = resource.create.bind(resource)
  vi.spyOn(resource, 'create').mockImplementationOnce(async (...call) => {
    await create(...call)
    throw lost()
  })
}

describe('one customer and one subscription', () => {
  it('4. of twenty checkouts at once there is one customer and one open session', async () => {
    const person = await aUser(app)
    const replies = await Promise.all(Array.from({ length: 20 }, () => askForCheckout(person)))
    expect(new Set(replies.map(({ data }) => data.url)).size).toBe(1)
    expect(await customersFor(person)).toHaveLength(1)
    expect(await sessionsOf(await customerOf(app, person))).toHaveLength(1)
  })

  it('4. of checkouts for two plans at once one session is open, also when the provider takes its time', async () => {
    const person = await aUser(app)
    // With a customer from before, nothing else makes them wait for one another.
    await stripe.checkout.sessions.expire((await askForCheckout(person)).data.sessionId)
    app.sandbox.chaos.api_delay_ms = 30
    await Promise.all(Array.from({ length: 6 }, (_, index) => askForCheckout(person, index % 2 ? 'basic' : 'pro')))
    app.sandbox.chaos.api_delay_ms = 0
    expect(await customersFor(person)).toHaveLength(1)
    expect(await sessionsOf(await customerOf(app, person))).toHaveLength(1)
  })

  it('4. two tabs with two plans: the first can no longer be paid, the second makes the only subscription', async () => {
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
    // A third tab is led to changing the plan.
    expect((await askForCheckout(person)).data.url).toContain('/p/session/')
  })

  it('4. a checkout whose answer was lost is found again, and not opened twice', async () => {
    const person = await aUser(app)
    loseTheAnswerOf(stripe.checkout.sessions as never)
    expect((await askForCheckout(person)).error.code).toBe('payments_unavailable')
    expect((await askForCheckout(person)).status).toBe(200)
    expect(await sessionsOf(await customerOf(app, person))).toHaveLength(1)
  })

  it('4. a checkout that is lost before it is answered is repeated under its own key', async () => {
    const person = await aUser(app)
    const create = vi.spyOn(stripe.checkout.sessions, 'create')
    create.mockRejectedValueOnce(lost())
    expect((await askForCheckout(person)).status).toBe(502)
    expect((await askForCheckout(person)).status).toBe(200)
    const keys = create.mock.calls.map(([, options]) => (options as Stripe.RequestOptions).idempotencyKey)
    expect(keys[0]).toMatch(/^checkout:[\w-]{36}$/)
    expect(keys).toEqual([keys[0], keys[0]])
  })

  it('4. a checkout that the provider failed at for good gets another key: the old one would fail for a day', async () => {
    const person = await aUser(app)
    const create = vi.spyOn(stripe.checkout.sessions, 'create')
    create.mockRejectedValueOnce(broken())
    expect((await askForCheckout(person)).status).toBe(502)
    expect((await askForCheckout(person)).status).toBe(200)
    const [first, second] = create.mock.calls.map(([, options]) => (options as Stripe.RequestOptions).idempotencyKey)
    expect(second).not.toBe(first)
    expect(await sessionsOf(await customerOf(app, person))).toHaveLength(1)
  })

  it('4. a customer whose making was not answered is the same one at the next try, whatever the e-mail is then', async () => {
    const person = await aUser(app)
    loseTheAnswerOf(stripe.customers as never)
    expect((await askForCheckout(person)).status).toBe(502)
    expect(await customerOf(app, person)).toBe('')
    const email = `novo.${person.user.email}`
    await changeEmail(app, person, email)
    expect((await askForCheckout(person)).status).toBe(200)
    expect(await customersFor(person)).toMatchObject([{ name: 'Nome Novo', email }])
  })

  it('4. a customer that the provider failed to make is made under the next key, and never twice', async () => {
    const person = await aUser(app)
    const create = vi.spyOn(stripe.customers, 'create')
    const repeated = () => broken({ 'idempotent-replayed': 'true' })
    create.mockRejectedValueOnce(broken())
    expect((await askForCheckout(person)).status).toBe(502)
    // From then on the first key is answered so for a day; the answer to the second is lost.
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

  it('4. a customer that the provider never manages to make is given up after some keys', async () => {
    const person = await aUser(app)
    const create = vi.spyOn(stripe.customers, 'create').mockRejectedValue(broken({ 'idempotent-replayed': 'true' }))
    expect((await askForCheckout(person)).status).toBe(502)
    expect(create).toHaveBeenCalledTimes(10)
  })

  it('a customer that was deleted at the provider ends the subscription, and another one can buy again', async () => {
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

  it('4. two living subscriptions raise the alert in the trail and in the log once, and nothing is canceled', async () => {
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
      reason: 'conferência',
    })
    const trail = await db.rows<{ details: Record<string, string> }>(
      `select details from admin_trail where subject_email = $1 and details ? 'alerta'`,
      [person.user.email],
    )
    expect(trail.map(({ details }) => details.alerta)).toEqual(['2 assinaturas cobradas ao mesmo tempo'])
    const told = lines.filter(line => line.includes('charged more than once'))
    expect(told.map(line => JSON.parse(line))).toMatchObject([{ level: 'warn', customer, live: 2 }])
    const { data } = await stripe.subscriptions.list({ customer })
    expect(data.map(({ status, cancel_at }) => [status, cancel_at])).toEqual(Array(2).fill(['active', null]))
    expect((await storedBillingState(app, customer)).account).toMatchObject({
      live_subscriptions: 2,
      subscription_plan: 'pro',
    })
  })
})
