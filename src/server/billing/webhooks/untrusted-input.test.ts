import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { billingApi } from '#contract/billing/billing.ts'
import { customerOf, storedBillingState, waitForWebhooks } from '../../testing/billing-actions.ts'
import { aPayingUser, billingApp, checkoutForm, goToCheckout } from '../../testing/billing-app.ts'
import { anAdmin, aUser, userRow } from '../../testing/factories.ts'
import { testApp } from '../../testing/test-app.ts'
import { createStripePayments } from '../stripe/create-payments.ts'

const app = await billingApp()
const { call, db, payments, sandbox } = app
const { stripe } = payments

/** Counts the objects in Stripe. A rejected request must not add any. */
const made = async () => {
  const lists = [stripe.customers.list({ limit: 100 }), stripe.checkout.sessions.list({ limit: 100 })]
  return (await Promise.all(lists)).map(({ data }) => data.length)
}

const recurring = { interval: 'month' as const }
const foreignProduct = await stripe.products.create({ name: 'De outro produto da mesma empresa' })
const foreign = await stripe.prices.create({ currency: 'brl', unit_amount: 100, product: foreignProduct.id, recurring })
/** Price with the plan's metadata on a foreign product, for almost nothing. */
const pretender = await stripe.prices.create({
  currency: 'brl',
  unit_amount: 100,
  product: 'prod_plan_pro',
  recurring,
  metadata: { plan: 'pro' },
})
const archived = await stripe.prices.create({
  currency: 'brl',
  unit_amount: 100,
  product: 'prod_plan_pro',
  recurring,
  active: false,
})

describe('price', () => {
  it.each([
    ['of another product', () => foreign.id],
    ['with the metadata of a plan', () => pretender.id],
    ['that is archived', () => archived.id],
    ['that is a product', () => 'prod_plan_basic'],
    ['that is a lookup key', () => 'basic_monthly_brl_v1'],
    ['that is a plan', () => 'basic'],
    ['that does not exist', () => 'price_123'],
    ['that is a path', () => '../prices/price_123?expand[]=product'],
  ])('%s is rejected and creates nothing', async (_, priceId) => {
    const { token } = await aUser(app)
    const before = await made()
    const { status, error } = await call(billingApi.checkout, { token, body: checkoutForm(app, priceId()) })
    expect([status, error.code, error.message]).toEqual([400, 'unknown_price', 'Plano não encontrado'])
    expect(await made()).toEqual(before)
  })

  it.each([
    ['missing', undefined],
    ['empty', ''],
    ['a number', 29],
    ['null', null],
  ])('%s is rejected with the specified text', async (_, priceId) => {
    const { token } = await aUser(app)
    const { status, error } = await call(billingApi.checkout, {
      token,
      body: { ...checkoutForm(app, ''), priceId },
    })
    expect([status, error.fields?.priceId]).toEqual([400, 'ID do preço é obrigatório'])
  })

  it('of arbitrary text is rejected, and further fields are ignored', async () => {
    const { token } = await aUser(app)
    const before = await made()
    const known = new Set((await payments.plans()).map(({ priceId }) => priceId))
    const texts = fc.oneof(
      fc.string(),
      fc.constantFrom(...known).map(id => `${id} `),
      fc.constantFrom('__proto__', 'constructor'),
    )
    await fc.assert(
      fc.asyncProperty(texts, async priceId => {
        const body = {
          ...checkoutForm(app, priceId),
          price: 1,
          amount: 1,
          plan: 'pro',
          customer: 'cus_x',
          status: 'active',
        }
        const { status } = await call(billingApi.checkout, { token, body })
        return known.has(priceId) || status === 400
      }),
      { numRuns: 100 },
    )
    expect(await made()).toEqual(before)
  })
})

const foreignPages = [
  'https://evil.example/dashboard?success=true',
  'http://fechou.test.evil.example/',
  'http://evil.example#http://fechou.test/',
  'http://fechou.test@evil.example/',
  'http://fechou.test:81/',
  'https://fechou.test/',
  'javascript:alert(document.domain)//http://fechou.test/',
  'data:text/html,<script>alert(1)</script>',
  'blob:http://fechou.test/5f9d',
  'ftp://fechou.test/',
  '//evil.example/',
  '/dashboard',
  '',
]

describe('return URL', () => {
  it.each(foreignPages)('outside the product is rejected: %s', async url => {
    const { token } = await aUser(app)
    const { priceId } = await app.planOf('basic')
    const before = await made()
    for (const field of ['successUrl', 'cancelUrl']) {
      const body = { ...checkoutForm(app, priceId), [field]: url }
      const { status, error } = await call(billingApi.checkout, { token, body })
      expect([status, error.code]).toEqual([400, 'validation_failed'])
      expect(Object.keys(error.fields ?? {})).toEqual([field])
    }
    expect(await made()).toEqual(before)
  })

  it('is sent to Stripe as a browser normalizes it', async () => {
    const { token } = await aUser(app)
    const { priceId } = await app.planOf('basic')
    const body = { ...checkoutForm(app, priceId), successUrl: 'http://fechou.test\\@evil.example/x' }
    expect((await call(billingApi.checkout, { token, body })).status).toBe(200)
    const [session] = (await stripe.checkout.sessions.list({ limit: 1 })).data
    expect(session?.success_url).toBe('http://fechou.test/@evil.example/x')
  })
})

describe('subscription of another account', () => {
  it('is inaccessible: portal, cancellation and invoices ignore client-supplied IDs', async () => {
    const owner = await aPayingUser(app, 'pro')
    const stranger = await aUser(app)
    const customer = await customerOf(app, owner)
    const [subscription] = (await stripe.subscriptions.list({ customer })).data
    const body = { subscriptionId: subscription?.id, subscription: subscription?.id, customer, customerId: customer }
    for (const endpoint of [billingApi.portal, billingApi.cancel, billingApi.reactivate]) {
      const { status, error } = await call(endpoint, { token: stranger.token, body, query: body })
      expect([status, error.code]).toEqual([409, 'no_subscription'])
    }
    const { data } = await call(billingApi.invoices, { token: stranger.token, query: body })
    expect(data.invoices).toEqual([])
    expect((await call(billingApi.history, { token: stranger.token, query: body })).data.subscriptions).toEqual([])
    expect((await stripe.subscriptions.retrieve(subscription?.id ?? '')).cancel_at).toBeNull()
  })

  it('has no portal for a user without a subscription', async () => {
    const { token } = await aUser(app)
    await goToCheckout(app, token, 'basic')
    expect((await call(billingApi.portal, { token })).error.code).toBe('no_subscription')
  })
})

describe('test status', () => {
  const form = (subscriptionId: string | null) => ({ subscriptionId, status: 'active', plan: 'enterprise' })

  it('is denied to users other than administrators', async () => {
    const person = await aPayingUser(app, 'basic')
    const before = await storedBillingState(app, await customerOf(app, person))
    const reply = await call(billingApi.updateStatus, { token: person.token, body: form(null) })
    expect([reply.status, reply.error.code]).toEqual([403, 'forbidden'])
    expect(await storedBillingState(app, await customerOf(app, person))).toEqual(before)
  })

  it('in the sandbox changes only the administrator’s own subscription, until the next sync', async () => {
    const [owner, admin] = [await aPayingUser(app, 'basic'), await anAdmin(app)]
    await waitForWebhooks(app)
    const before = await storedBillingState(app, await customerOf(app, owner))
    const named = before.subscriptions[0]?.stripe_id as string
    const { data } = await call(billingApi.updateStatus, { token: admin.token, body: form(named) })
    expect(data.user).toMatchObject({ _id: admin.user._id, subscription_status: 'active' })
    expect(await storedBillingState(app, await customerOf(app, owner))).toEqual(before)
    const trail = await db.row<object>('select actor_email, action, details from admin_trail order by id desc limit 1')
    expect(trail).toMatchObject({ actor_email: admin.user.email, action: 'change-subscription' })
  })

  it('with a key is ignored: the named subscription is synced instead', async () => {
    const [owner, admin] = [await aPayingUser(app, 'basic'), await anAdmin(app)]
    await waitForWebhooks(app)
    const customer = await customerOf(app, owner)
    const named = (await storedBillingState(app, customer)).subscriptions[0]?.stripe_id as string
    const { account_id: accountId } = await userRow(app, owner.user)
    await db.run(`update accounts set subscription_status = 'past_due' where id = $1`, [accountId])
    const withKey = await testApp(
      {},
      {
        payments: createStripePayments({
          secretKey: 'sk_test_key',
          isLive: false,
          webhookSecrets: [],
          apiBase: sandbox.url,
        }),
      },
    )
    const { status } = await withKey.call(billingApi.updateStatus, { token: admin.token, body: form(named) })
    expect(status).toBe(200)
    expect((await storedBillingState(app, customer)).account).toMatchObject({
      subscription_status: 'active',
      subscription_plan: 'basic',
    })
    expect((await userRow(app, admin.user)).subscription_status).toBe('inactive')
    const trail = await db.rows<{ subject_email: string }>(
      `select subject_email from admin_trail where action = 'change-subscription' and actor_email = $1`,
      [admin.user.email],
    )
    expect(trail).toEqual([{ subject_email: owner.user.email }])
    for (const unknown of ['sub_nobody', null]) {
      const reply = await withKey.call(billingApi.updateStatus, { token: admin.token, body: form(unknown) })
      expect([reply.status, reply.error.code]).toEqual([404, 'not_found'])
    }
  })
})
