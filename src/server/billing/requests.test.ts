import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { accountApi } from '#contract/auth/account.ts'
import { authApi } from '#contract/auth/auth.ts'
import { billingApi } from '#contract/billing/billing.ts'
import { fiscalDataApi } from '#contract/billing/fiscal-data.ts'
import { type ConformanceChecker, createConformanceChecker } from '../../sandbox/conformance/checker.ts'
import { readSdk, sdkRoutes } from '../../sandbox/conformance/sdk.ts'
import { openSandbox } from '../../sandbox/testing/open-sandbox.ts'
import {
  advanceDays,
  cancelInPortal,
  changePlan,
  customerOf,
  decideDispute,
  disputedCard,
  failingCard,
  forgetCustomer,
  payOverdueInvoice,
  switchCard,
  waitForWebhooks,
} from '../testing/billing-actions.ts'
import { aPayingUser, type BillingApp, billingApp, goToCheckout, submitCheckout } from '../testing/billing-app.ts'
import { changeEmail } from '../testing/change-email.ts'
import { answerAsBank, aPendingUser } from '../testing/delayed-payments.ts'
import { aFiscalDataForm, aUser } from '../testing/factories.ts'
import { pushChangedContacts, replayMissedEvents } from './reconcile-customers.ts'
import { setUpPayments } from './setup/set-up-payments.ts'
import { createSandboxPayments } from './stripe/create-payments.ts'
import { createStripeClient, type Stripe } from './stripe/stripe.ts'

/** Collects every SDK call in the server's source, such as "checkout.sessions.create". */
const written = (() => {
  const root = new URL('..', import.meta.url).pathname
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
    name => name.endsWith('.ts') && !name.endsWith('.test.ts') && !name.startsWith('testing/'),
  )
  const calls = files.flatMap(name =>
    [...readFileSync(join(root, name), 'utf8').matchAll(/\bstripe\.((?:\w+\.)+\w+)\(/g)].map(([, call]) => call ?? ''),
  )
  return [...new Set(calls)].filter(call => !call.startsWith('webhooks.')).toSorted()
})()

const follow = (from: object, path: string[]): Record<string, unknown> =>
  path.reduce((at, name) => at[name] as Record<string, unknown>, from as Record<string, unknown>)

interface Sent {
  route: string
  params: unknown
}
const sent: Sent[] = []
const made = new Set<string>()
let checker: ConformanceChecker

/** Maps `POST /v1/customers/cus_1` to the SDK method with the route `POST /v1/customers/:id`. */
const routes = [...sdkRoutes()].map(route => ({
  route,
  pattern: new RegExp(`^${route.replaceAll(':id', '[^/]+')}$`),
  isExact: !route.includes(':id'),
}))
const routeOf = (request: string): string => {
  const known = routes.filter(({ pattern }) => pattern.test(request))
  return (known.find(({ isExact }) => isExact) ?? known[0])?.route ?? request
}

/** Records every request and the called SDK method. */
const listen = (stripe: Stripe): void => {
  for (const call of written) {
    const path = call.split('.')
    const resource = follow(stripe, path.slice(0, -1)) as Record<string, (...args: unknown[]) => unknown>
    const method = path.at(-1) ?? ''
    const real = resource[method]?.bind(resource)
    vi.spyOn(resource, method).mockImplementation((...args: unknown[]) => {
      made.add(call)
      return real?.(...args)
    })
  }
}

const tap = (): void => {
  const resource = Object.getPrototypeOf(Object.getPrototypeOf(createStripeClient('sk_test_x').prices))
  const send = resource._makeRequest
  vi.spyOn(resource, '_makeRequest').mockImplementation(function (this: unknown, ...call: unknown[]) {
    const [method, path, params] = call
    sent.push({ route: routeOf(`${method} ${String(path).split('?')[0]}`), params: structuredClone(params ?? {}) })
    return send.apply(this, call)
  })
}

/** Runs every billing flow of users, Stripe and scheduled tasks. */
const live = async (app: BillingApp): Promise<void> => {
  const { call, clock, payments, services } = app
  const person = await aPayingUser(app, 'basic')
  const { token, password } = person
  await changePlan(app, token, 'pro')
  await changePlan(app, token, 'basic')
  await call(billingApi.cancel, { token })
  await call(billingApi.reactivate, { token })
  await cancelInPortal(app, token)
  await waitForWebhooks(app)
  await call(billingApi.reactivate, { token })
  await switchCard(app, token, failingCard)
  advanceDays(app, 32)
  await waitForWebhooks(app)
  await payOverdueInvoice(app, token)
  await call(billingApi.openInvoice, { token })
  await call(billingApi.invoices, { token })
  await call(fiscalDataApi.change, { token, body: aFiscalDataForm() })
  await call(fiscalDataApi.change, { token, body: aFiscalDataForm({ taxId: '12.ABC.345/01DE-35' }) })
  await changeEmail(app, person, `novo.${Date.now()}@exemplo.com.br`)
  await pushChangedContacts(services, payments)
  const restored = await aPayingUser(app, 'basic')
  const customer = await forgetCustomer(app, restored)
  await replayMissedEvents(services, payments, new Date(clock.now.getTime() - 3_600_000))
  expect(await customerOf(app, restored)).toBe(customer)
  const other = await aUser(app)
  await goToCheckout(app, other.token, 'basic')
  await goToCheckout(app, other.token, 'pro')
  const waiting = await aPendingUser(app, 'pix')
  await goToCheckout(app, waiting.token, 'pro')
  await answerAsBank(app, waiting, 'fail')
  await goToCheckout(app, waiting.token, 'basic')
  const third = await aUser(app)
  await submitCheckout(await goToCheckout(app, third.token, 'basic'), disputedCard)
  await waitForWebhooks(app)
  await decideDispute(app, third, 'losing_evidence')
  await waitForWebhooks(app)
  await call(billingApi.cancel, { token: third.token })
  await call(accountApi.remove, { token, body: { password } })
  await call(accountApi.remove, { token: other.token, body: { password: other.password } })
  expect((await call(authApi.me, { token })).status).toBe(401)
}

/** Runs the setup twice, with manual changes in between. */
const setUpTwice = async (): Promise<void> => {
  const { sandbox, stripe: operator, stop } = await openSandbox()
  const { stripe } = createSandboxPayments(sandbox, () => '')
  listen(stripe)
  const webhookUrl = 'http://127.0.0.1:9/api/stripe/webhook'
  const setup = { brandName: 'Fechou', webhookUrl, kept: [], printLine: () => {} }
  await setUpPayments(stripe, setup)
  await operator.products.update('prod_plan_pro', { name: 'Outro nome' })
  const [portal] = (await operator.billingPortal.configurations.list()).data
  const features = { invoice_history: { enabled: false } }
  await operator.billingPortal.configurations.update(portal?.id ?? '', { features })
  const [endpoint] = (await operator.webhookEndpoints.list()).data
  await operator.webhookEndpoints.del(endpoint?.id ?? '')
  await operator.webhookEndpoints.create({ url: setup.webhookUrl, enabled_events: ['*'] })
  await setUpPayments(stripe, setup)
  await stop()
}

beforeAll(async () => {
  tap()
  const app = await billingApp({ paymentMethods: ['card', 'pix'] })
  listen(app.payments.stripe)
  await live(app)
  await setUpTwice()
  checker = createConformanceChecker(readSdk(new Set(sent.map(({ route }) => route)), () => false))
}, 180_000)
afterAll(() => void vi.restoreAllMocks())

describe('stripe requests', () => {
  it("cover every SDK call in the server's source", () => {
    expect(written.length).toBeGreaterThan(20)
    expect(written.filter(call => !made.has(call))).toEqual([])
  })

  it("match the official SDK's types", () => {
    const differences = sent.flatMap(({ route, params }) => checker.request(route, params))
    expect([...new Set(differences)]).toEqual([])
    const distinct = new Set(sent.map(({ route }) => route))
    console.log(`${sent.length} requests to ${distinct.size} routes by ${written.length} calls of the SDK`)
  })

  it('specify the payment methods, BRL and Portuguese in every checkout, without removed payment methods', () => {
    const checkouts = sent.filter(({ route }) => route === 'POST /v1/checkout/sessions')
    expect(checkouts.length).toBeGreaterThan(2)
    for (const { params } of checkouts) {
      expect(params).toMatchObject({
        mode: 'subscription',
        locale: 'pt-BR',
        allowed_payment_method_types: ['card', 'pix'],
        adaptive_pricing: { enabled: false },
        customer: expect.stringMatching(/^cus_/),
        metadata: { accountId: expect.any(String) },
        subscription_data: { metadata: { accountId: expect.any(String) } },
      })
      expect(Object.keys(params as object)).not.toContain('payment_method_types')
    }
    const updates = sent.filter(({ route }) => route === 'POST /v1/subscriptions/:id').map(({ params }) => params)
    expect(updates).toEqual([{ cancel_at_period_end: true }, { cancel_at_period_end: false }, { cancel_at: '' }])
  })

  it('check detects violations', () => {
    const wrong = { mode: 'subscription', payment_method_types: ['card'] }
    expect(checker.request('POST /v1/checkout/sessions', wrong)).not.toEqual([])
    expect(checker.request('POST /v1/subscriptions/:id', { cancel_at: 'tomorrow' })).not.toEqual([])
    expect(checker.request('GET /v1/subscriptions', { customer: 'cus_1', state: 'all' })).not.toEqual([])
  })
})
