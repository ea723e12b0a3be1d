import type Stripe from 'stripe'
import { scheduleOf } from '../billing/schedule.ts'
import { resourceMissing } from '../wire/api-error.ts'
import { embeddedList } from '../wire/page-of.ts'
import type { Account } from './account.ts'
import { idOf, newestFirst, type State, type Table } from './state.ts'

const found = <T>(table: Table<T>, noun: string, id: string, param: string): T => {
  const object = Object.hasOwn(table, id) ? table[id] : undefined
  if (object === undefined) throw resourceMissing(noun, id, param)
  return object
}

export const findProduct = ({ state }: Account, id: string, param = 'id') => found(state.products, 'product', id, param)
export const findPrice = ({ state }: Account, id: string, param = 'id') => found(state.prices, 'price', id, param)
export const findCustomer = ({ state }: Account, id: string, param = 'id') =>
  found(state.customers, 'customer', id, param)
export const findDeletedCustomer = ({ state }: Account, id: string): Stripe.DeletedCustomer | undefined =>
  Object.hasOwn(state.deletedCustomers, id) ? state.deletedCustomers[id] : undefined
export const findCheckoutSession = ({ state }: Account, id: string) =>
  found(state.checkoutSessions, 'checkout.session', id, 'session')
export const findSubscription = ({ state }: Account, id: string, param = 'id') =>
  found(state.subscriptions, 'subscription', id, param)
export const findInvoice = ({ state }: Account, id: string) => found(state.invoices, 'invoice', id, 'invoice')
export const findConfiguration = ({ state }: Account, id: string, param = 'id') =>
  found(state.portalConfigurations, 'configuration', id, param)
export const findCharge = ({ state }: Account, id: string, param = 'id') => found(state.charges, 'charge', id, param)
export const findDispute = ({ state }: Account, id: string) => found(state.disputes, 'dispute', id, 'id')
export const findEvent = ({ state }: Account, id: string) => found(state.events, 'event', id, 'id')
export const findWebhookEndpoint = ({ state }: Account, id: string) =>
  found(state.webhookEndpoints, 'webhook endpoint', id, 'id')
export const findTestClock = ({ state }: Account, id: string, param = 'id') =>
  found(state.testClocks, 'test clock', id, param)

/** Refuses a card that is not this customer's. */
export const checkCardOf = ({ state }: Account, customer: string, card: string, param: string): void => {
  if (idOf(state.paymentMethods[card]?.customer) !== customer) throw resourceMissing('PaymentMethod', card, param)
}

export const subscriptionsOf = ({ state }: Account, customer: string): Stripe.Subscription[] =>
  newestFirst(state.subscriptions).filter(subscription => idOf(subscription.customer) === customer)
export const invoicesOf = ({ state }: Account, customer: string): Stripe.Invoice[] =>
  newestFirst(state.invoices).filter(invoice => idOf(invoice.customer) === customer)
export const paymentMethodsOf = ({ state }: Account, customer: string): Stripe.PaymentMethod[] =>
  newestFirst(state.paymentMethods).filter(method => idOf(method.customer) === customer)

export const subscriptionOfInvoice = (invoice: Stripe.Invoice): string =>
  idOf(invoice.parent?.subscription_details?.subscription)

export const isLive = ({ status }: Stripe.Subscription): boolean =>
  ['active', 'trialing', 'past_due', 'unpaid', 'paused'].includes(status)
export const isEnded = ({ status }: Stripe.Subscription): boolean =>
  status === 'canceled' || status === 'incomplete_expired'

/** The schedule behind a change that waits, by its own id. */
const findSchedule = (account: Account, id: string): Stripe.SubscriptionSchedule | undefined => {
  const [subscription] = Object.entries(account.state.scheduledPrices).find(([, known]) => known.schedule === id) ?? []
  return subscription === undefined ? undefined : scheduleOf(account, findSubscription(account, subscription))
}

/** The id behind an unguessable address. */
export const behindLink = ({ state }: Account, token: string): string =>
  Object.hasOwn(state.links, token) ? (state.links[token] ?? '') : ''

const expandable = (state: State): Table<object>[] => [
  state.products,
  state.prices,
  state.customers,
  state.deletedCustomers,
  state.paymentMethods,
  state.subscriptions,
  state.invoices,
  state.portalConfigurations,
  state.testClocks,
  state.charges,
]

/** What expanding needs: objects by id, and the parts shown only on demand. */
export const expansionsOf = (account: Account) => ({
  find: (id: string) =>
    expandable(account.state)
      .map(table => (Object.hasOwn(table, id) ? table[id] : undefined))
      .find(object => object !== undefined) ?? findSchedule(account, id),
  onDemand: (owner: Record<string, unknown>, key: string) => {
    const id = String(owner.id)
    const { state } = account
    if (owner.object === 'billing_portal.configuration' && key === 'features.subscription_update.products')
      return state.portalProducts[id] ?? []
    if (owner.object === 'checkout.session' && key === 'line_items')
      return embeddedList(`/v1/checkout/sessions/${id}/line_items`, state.lineItems[id] ?? [])
    if (owner.object === 'invoice' && key === 'payments')
      return embeddedList(
        '/v1/invoice_payments',
        newestFirst(state.payments).filter(payment => payment.invoice === id),
      )
    if (owner.object === 'customer' && key === 'subscriptions')
      return embeddedList(
        `/v1/customers/${id}/subscriptions`,
        subscriptionsOf(account, id).filter(subscription => !isEnded(subscription)),
      )
    if (owner.object === 'customer' && key === 'tax_ids')
      return embeddedList(
        `/v1/customers/${id}/tax_ids`,
        newestFirst(state.taxIds).filter(({ customer }) => customer === id),
      )
    return undefined
  },
})
