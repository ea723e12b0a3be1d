import { createServer } from 'node:net'
import { describe, expect, it } from 'vitest'
import { accountApi } from '#contract/auth/account.ts'
import { authApi } from '#contract/auth/auth.ts'
import { billingApi } from '#contract/billing/billing.ts'
import { leadsApi } from '#contract/leads/leads.ts'
import { customerOf, storedBillingState, waitForWebhooks } from '../../testing/billing-actions.ts'
import { aPayingUser, type BillingApp, billingApp, checkoutForm } from '../../testing/billing-app.ts'
import { aLeadForm, anAdmin, aUser, type Person } from '../../testing/factories.ts'
import { type TestResponse, testApp } from '../../testing/test-app.ts'
import { reconcileCustomers, replayMissedEvents } from '../reconcile-customers.ts'
import { createStripePayments } from './create-payments.ts'

interface Scene extends BillingApp {
  payer: Person
  newcomer: Person
  admin: Person
  priceId: string
  lines: string[]
}

/** Creates a subscriber, a trial user and an administrator before the outage. */
const scene = async (): Promise<Scene> => {
  const lines: string[] = []
  const parts = { logStream: { write: (line: string) => void lines.push(line) }, pauseMs: 30_000 }
  const app = await billingApp({ logLevel: 'info' }, parts)
  const { priceId } = await app.planOf('pro')
  const people = { payer: await aPayingUser(app, 'basic'), newcomer: await aUser(app), admin: await anAdmin(app) }
  await waitForWebhooks(app)
  return { ...app, ...people, priceId, lines }
}

const closedPort = async (): Promise<number> => {
  const server = createServer()
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  await new Promise(resolve => server.close(resolve))
  return port
}

const outages: Record<string, (app: Scene) => Promise<Scene>> = {
  unreachable: async app => {
    const apiBase = `http://127.0.0.1:${await closedPort()}`
    const payments = createStripePayments({ secretKey: 'sk_test_secret', isLive: false, webhookSecrets: [], apiBase })
    const parts = { payments, database: app.db, logStream: { write: (line: string) => void app.lines.push(line) } }
    return { ...app, ...(await testApp({ logLevel: 'info' }, parts)), payments }
  },
  'not responding': async app => {
    // Longer than the test may take, so every reply shows that the server did not wait for Stripe.
    app.sandbox.chaos.api_delay_ms = 600_000
    return app
  },
  failing: async app => {
    app.sandbox.chaos.api_500 = 1_000_000
    return app
  },
  'sending invalid responses': async app => {
    app.sandbox.chaos.api_garbage = 1_000_000
    return app
  },
}

/** Runs every call that needs Stripe, concurrently. */
const paymentCalls = ({ call, payer, newcomer, admin, priceId }: Scene, app: Scene) => {
  const body = checkoutForm(app, priceId)
  return {
    checkout: call(billingApi.checkout, { token: newcomer.token, body }),
    change: call(billingApi.checkout, { token: payer.token, body }),
    portal: call(billingApi.portal, { token: payer.token }),
    cancel: call(billingApi.cancel, { token: payer.token }),
    reactivate: call(billingApi.reactivate, { token: payer.token }),
    fixStatus: call(billingApi.fixStatus, { token: admin.token }),
    removeAccount: call(accountApi.remove, { token: payer.token, body: { password: payer.password } }),
  }
}

describe('outage', () => {
  it.concurrent.each(Object.keys(outages))(
    'stripe %s: leads, login and access work, and payment calls fail without leaking details',
    async name => {
      const before = await scene()
      const stored = await storedBillingState(before, await customerOf(before, before.payer))
      const app = (await outages[name]?.(before)) ?? before
      const { call, clock, payer, newcomer, services, payments } = app
      // Past the maximum age of a sync, so that a login syncs.
      clock.now = new Date(Date.now() + 11 * 60_000)
      const rejected = paymentCalls(app, app)
      const invoices = call(billingApi.invoices, { token: payer.token })
      const syncFailures = () => app.lines.filter(line => line.includes('subscription sync failed')).length

      const body = aLeadForm()
      for (const { token } of [payer, newcomer]) {
        expect((await call(leadsApi.create, { token, body })).status).toBe(201)
        expect((await call(leadsApi.list, { token })).status).toBe(200)
      }
      const login = () => call(authApi.login, { body: { email: payer.user.email, password: payer.password } })
      const first = await login()
      expect([first.status, syncFailures()]).toEqual([200, 1])
      expect(first.data.user).toMatchObject({ subscription_status: 'active', subscription_plan: 'basic' })
      // The second login skips the sync during the backoff.
      expect([(await login()).status, syncFailures()]).toEqual([200, 1])
      const me = await call(authApi.me, { token: payer.token })
      expect(me.data.user.subscription_status).toBe('active')
      const history = await call(billingApi.history, { token: payer.token })
      expect(history.data.subscriptions).toMatchObject([{ status: 'active', plan: 'basic' }])

      for (const [call, reply] of Object.entries(rejected)) {
        const { status, error, raw }: TestResponse<unknown> = await reply
        expect([call, status, error?.code]).toEqual([call, 502, 'payments_unavailable'])
        expect(error.message).toBe('O provedor de pagamentos não respondeu. Tente novamente em instantes.')
        expect(raw.body).not.toMatch(/stripe|sk_test|127\.0\.0\.1|ECONN|cus_|sub_|at .*\.ts/i)
      }
      const { data } = await invoices
      expect(data.invoices).toMatchObject([
        { status: 'paid', amount_paid: 2900, hosted_invoice_url: null, invoice_pdf: null },
      ])
      if (name !== 'not responding') {
        const everybody = { syncedBefore: new Date(8e15), maxCustomers: 100, reason: 'reconciliation' } as const
        await expect(replayMissedEvents(services, payments, new Date(0))).rejects.toThrow()
        await expect(reconcileCustomers(services, payments, everybody)).rejects.toThrow()
      }
      expect(await storedBillingState(app, await customerOf(app, payer))).toEqual(stored)
      expect((await call(leadsApi.list, { token: payer.token })).data.total).toBe(1)
      const failures = app.lines.filter(line => line.includes('stripe request failed'))
      expect(failures.length).toBeGreaterThanOrEqual(7)
      expect(app.lines.join('')).not.toMatch(/sk_test|whsec_/)
    },
    180_000,
  )

  it('recovery: every call works immediately afterwards', async () => {
    const app = await scene()
    app.sandbox.chaos.api_500 = 1_000_000
    const body = checkoutForm(app, app.priceId)
    expect((await app.call(billingApi.checkout, { token: app.newcomer.token, body })).status).toBe(502)
    app.sandbox.chaos.api_500 = 0
    expect((await app.call(billingApi.checkout, { token: app.newcomer.token, body })).status).toBe(200)
    expect((await app.call(billingApi.portal, { token: app.payer.token })).status).toBe(200)
    const remove = { token: app.payer.token, body: { password: app.payer.password } }
    expect((await app.call(accountApi.remove, remove)).status).toBe(204)
  })

  it('repeated failures open the circuit, and later calls fail without a request', async () => {
    const pauseMs = 6000
    const app = await billingApp({}, { pauseMs })
    const { token } = await aPayingUser(app, 'basic')
    await waitForWebhooks(app)
    const portal = () => app.call(billingApi.portal, { token })
    app.sandbox.chaos.api_500 = 1_000_000
    // Each call makes two attempts.
    for (let failed = 0; failed < 3; failed++) expect((await portal()).status).toBe(502)
    app.sandbox.chaos.api_500 = 0
    // Stripe would answer this call.
    const { status, error } = await portal()
    expect([status, error.code]).toEqual([502, 'payments_unavailable'])
    expect((await app.call(billingApi.plans)).data.plans).toHaveLength(3)
    await new Promise(resolve => setTimeout(resolve, pauseMs))
    expect((await portal()).status).toBe(200)
  })

  it('a failing price list shows default plans that cannot be bought', async () => {
    const lonely = await testApp(
      {},
      {
        payments: createStripePayments({
          secretKey: 'sk_test_secret',
          isLive: false,
          webhookSecrets: [],
          apiBase: `http://127.0.0.1:${await closedPort()}`,
        }),
      },
    )
    expect((await lonely.call(billingApi.plans)).data).toEqual({
      plans: [],
      configured: true,
      mode: 'test',
      methods: ['card'],
    })
    const { token } = await aUser(lonely)
    const reply = await lonely.call(billingApi.checkout, { token, body: checkoutForm(lonely, 'price_1') })
    expect([reply.status, reply.error.code]).toEqual([502, 'payments_unavailable'])
  })

  it('without Stripe settings, calls return payments_not_configured', async () => {
    const none = await testApp()
    expect((await none.call(billingApi.plans)).data).toEqual({ plans: [], configured: false, mode: 'test' })
    const { token } = await aUser(none)
    for (const endpoint of [billingApi.portal, billingApi.cancel, billingApi.reactivate]) {
      const { status, error } = await none.call(endpoint, { token })
      expect([status, error.code]).toEqual([503, 'payments_not_configured'])
    }
    expect((await none.call(billingApi.invoices, { token })).data).toEqual({ invoices: [] })
  })
})
