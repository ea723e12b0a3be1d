import { authApi } from '#contract/auth/auth.ts'
import type { PlanId } from '#contract/billing/subscription.ts'
import { leadsApi } from '#contract/leads/leads.ts'
import { submitForm } from '../../sandbox/testing/browse.ts'
import type { Stripe } from '../billing/stripe/stripe.ts'
import { syncCustomer } from '../billing/sync/sync-customer.ts'
import { customerOf, waitForWebhooks } from './billing-actions.ts'
import { type BillingApp, goToCheckout } from './billing-app.ts'
import { aUser, type Person } from './factories.ts'

const buyer = { name: 'Padaria Sol Ltda.', taxId: '11.222.333/0001-81' }

/** Chooses boleto or Pix on the checkout page. */
export const startDelayedPayment = (page: string, method: 'boleto' | 'pix') => submitForm(page, { method, ...buyer })

/** User who has started to pay a plan by boleto or Pix. */
export const aPendingUser = async (
  app: BillingApp,
  method: 'boleto' | 'pix',
  plan: PlanId = 'pro',
): Promise<Person> => {
  const person = await aUser(app)
  await startDelayedPayment(await goToCheckout(app, person.token, plan), method)
  await waitForWebhooks(app)
  return person
}

/** The bank reports the money of the newest open invoice, or its absence. */
export const answerAsBank = async (app: BillingApp, person: Person, answer: 'pay' | 'fail'): Promise<void> => {
  const customer = await customerOf(app, person)
  const list = { customer, status: 'open', limit: 1, expand: ['data.payments'] } as const
  const [invoice] = (await app.payments.stripe.invoices.list({ ...list, expand: [...list.expand] })).data
  const intent = invoice?.payments?.data[0]?.payment.payment_intent
  await submitForm(`${app.sandbox.url}/_sandbox/payment-intents/${String(intent)}/${answer}`, {})
  await waitForWebhooks(app)
}

/** Reads what the product and Stripe know of people who pay later. `sync` makes the product read Stripe again. */
export const readPayersOf = (app: BillingApp) => ({
  me: async ({ token }: Person) => (await app.call(authApi.me, { token })).data.user,
  accessOf: async ({ token }: Person) => (await app.call(leadsApi.list, { token, query: {} } as never)).status,
  subscriptionsOf: async (person: Person): Promise<Stripe.Subscription[]> =>
    (await app.payments.stripe.subscriptions.list({ customer: await customerOf(app, person), status: 'all' })).data,
  sync: async (person: Person) =>
    syncCustomer(app.services, app.payments, await customerOf(app, person), 'user-request'),
})
