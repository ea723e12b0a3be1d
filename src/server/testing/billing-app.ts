import { afterAll } from 'vitest'
import { billingApi, type Plan } from '#contract/billing/billing.ts'
import type { PlanId } from '#contract/billing/subscription.ts'
import { type Sandbox, startSandbox } from '../../sandbox/start-sandbox.ts'
import { goodCard, submitForm } from '../../sandbox/testing/browse.ts'
import { setUpPayments } from '../billing/setup/set-up-payments.ts'
import { createSandboxPayments } from '../billing/stripe/create-payments.ts'
import type { Payments } from '../billing/stripe/payments.ts'
import type { Db } from '../db/client.ts'
import type { Settings } from '../env.ts'
import type { LogStream } from '../http/log/request-log.ts'
import { keptPromises } from '../support-promises.ts'
import { aUser, type Person } from './factories.ts'
import { type TestApp, testApp } from './test-app.ts'

export interface BillingApp extends TestApp {
  sandbox: Sandbox
  payments: Payments
  planOf: (id: PlanId) => Promise<Plan & { priceId: string }>
}

interface BillingAppParts {
  database?: Db
  logStream?: LogStream
  /** Webhook URL that replaces the app's. */
  eventsTo?: string
  /** Pause of the circuit breaker. Short by default, because tests advance years in a second. */
  pauseMs?: number
}

/** Creates an app with its own payments sandbox, which sends webhooks to it. */
export const billingApp = async (
  settings: Partial<Settings> = {},
  { eventsTo, pauseMs = 0, ...parts }: BillingAppParts = {},
): Promise<BillingApp> => {
  const sandbox = await startSandbox({ port: 0, stateFile: ':memory:' })
  afterAll(() => sandbox.stop())
  let webhookUrl = ''
  const payments = createSandboxPayments(sandbox, () => webhookUrl, {
    pauseMs,
    ...(settings.paymentMethods && { methods: settings.paymentMethods }),
  })
  const app = await testApp(settings, { payments, ...parts })
  const url = await app.app.listen({ host: '127.0.0.1', port: 0 })
  webhookUrl = eventsTo ?? `${url}/api${billingApi.webhook.path}`
  await setUpPayments(payments.stripe, {
    brandName: 'Fechou',
    webhookUrl,
    kept: keptPromises(app.services.settings),
    printLine: () => {},
  })
  const planOf = async (id: PlanId) => {
    const { data } = await app.call(billingApi.plans)
    const plan = data.plans.find(known => known.id === id)
    if (!plan?.priceId) throw new Error(`${id} is not on sale`)
    return { ...plan, priceId: plan.priceId }
  }
  return { ...app, sandbox, payments, planOf }
}

export const checkoutForm = ({ services }: TestApp, priceId: string) => ({
  priceId,
  successUrl: `${services.settings.publicUrl}/dashboard?success=true`,
  cancelUrl: `${services.settings.publicUrl}/subscription?canceled=true`,
})

/** Returns the URL of the checkout page. */
export const goToCheckout = async (app: BillingApp, token: string, plan: PlanId): Promise<string> => {
  const { priceId } = await app.planOf(plan)
  const reply = await app.call(billingApi.checkout, { token, body: checkoutForm(app, priceId) })
  if (reply.status !== 200) throw new Error(`the checkout failed with ${reply.error.code}`)
  return reply.data.url
}

/** Pays on the checkout page and waits for the redirect back. */
export const submitCheckout = (page: string, card: Partial<typeof goodCard> = {}) =>
  submitForm(page, { ...goodCard, ...card })

/** User with a subscription that was paid in the checkout. */
export const aPayingUser = async (app: BillingApp, plan: PlanId): Promise<Person> => {
  const person = await aUser(app)
  const paid = await submitCheckout(await goToCheckout(app, person.token, plan))
  if (paid.status !== 303) throw new Error(`the checkout returned ${paid.status}`)
  return person
}
