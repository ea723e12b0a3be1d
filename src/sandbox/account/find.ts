import type Stripe from 'stripe'
import { scheduleOf } from '../billing/schedule.ts'
import { resourceMissing } from '../wire/api-error.ts'
import { embeddedList } from '../wire/paginate.ts'
import type { Account } from './account.ts'
import { idOf, newestFirst, type State, type Table } from './state.ts'

const getOrThrow = <T>(table: Table<T>, noun: string, id: string, param: string): T => {
  const object = Object.hasOwn(table, id) ? table[id] : undefined
  if (object === undefined) throw resourceMissing(noun, id, param)
  return object
}

export const getProduct = ({ state }: Account, id: string, param = 'id') =>
  getOrThrow(state.products, 'product', id, param)
export const getPrice = ({ state }: Account, id: string, param = 'id') => getOrThrow(state.prices, 'price', id, param)
export const getCustomer = ({ state }: Account, id: string, param = 'id') =>
  getOrThrow(state.customers, 'customer', id, param)
export const findDeletedCustomer = ({ state }: Account, id: string): Stripe.DeletedCustomer | undefined =>
  Object.hasOwn(state.deletedCustomers, id) ? state.deletedCustomers[id] : undefined
/** Returns a list's filter by customer. Throws for one that never existed. */
export const customerFilter = (account: Account, customer: string | undefined) => {
  if (customer !== undefined && !findDeletedCustomer(account, customer)) getCustomer(account, customer, 'customer')
  return (object: { customer: Parameters<typeof idOf>[0] }): boolean =>
    customer === undefined || idOf(object.customer) === customer
}
export const getCheckoutSession = ({ state }: Account, id: string) =>
  getOrThrow(state.checkoutSessions, 'checkout.session', id, 'session')
export const getSubscription = ({ state }: Account, id: string, param = 'id') =>
  getOrThrow(state.subscriptions, 'subscription', id, param)
export const getInvoice = ({ state }: Account, id: string) => getOrThrow(state.invoices, 'invoice', id, 'invoice')
export const getConfiguration = ({ state }: Account, id: string, param = 'id') =>
  getOrThrow(state.portalConfigurations, 'configuration', id, param)
export const getCharge = ({ state }: Account, id: string, param = 'id') =>
  getOrThrow(state.charges, 'charge', id, param)
export const getPaymentIntent = ({ state }: Account, id: string) =>
  getOrThrow(state.paymentIntents, 'payment_intent', id, 'intent')
export const getDispute = ({ state }: Account, id: string) => getOrThrow(state.disputes, 'dispute', id, 'id')
export const getEvent = ({ state }: Account, id: string) => getOrThrow(state.events, 'event', id, 'id')
export const getWebhookEndpoint = ({ state }: Account, id: string) =>
  getOrThrow(state.webhookEndpoints, 'webhook endpoint', id, 'id')
export const getTestClock = ({ state }: Account, id: string, param = 'id') =>
  getOrThrow(state.testClocks, 'test clock', id, param)

/** Throws `resource_missing` unless the card belongs to the customer. */
export const assertCardOwner = ({ state }: Account, customer: string, card: string, param: string): void => {
  if (idOf(state.paymentMethods[card]?.customer) !== customer) throw resourceMissing('PaymentMethod', card, param)
}

export const subscriptionsOf = ({ state }: Account, customer: string): Stripe.Subscription[] =>
  newestFirst(state.subscriptions).filter(subscription => idOf(subscription.customer) === customer)
export const invoicesOf = ({ state }: Account, customer: string): Stripe.Invoice[] =>
  newestFirst(state.invoices).filter(invoice => idOf(invoice.customer) === customer)
export const paymentMethodsOf = ({ state }: Account, customer: string): Stripe.PaymentMethod[] =>
  newestFirst(state.paymentMethods).filter(method => idOf(method.customer) === customer)

export const subscriptionIdOf = (invoice: Stripe.Invoice): string =>
  idOf(invoice.parent?.subscription_details?.subscription)

export const isLive = ({ status }: Stripe.Subscription): boolean =>
  ['active', 'trialing', 'past_due', 'unpaid', 'paused'].includes(status)
export const isEnded = ({ status }: Stripe.Subscription): boolean =>
  status === 'canceled' || status === 'incomplete_expired'

/** Finds the schedule of a pending price change by the schedule's id. */
const findSchedule = (account: Account, id: string): Stripe.SubscriptionSchedule | undefined => {
  const [subscription] = Object.entries(account.state.scheduledPrices).find(([, known]) => known.schedule === id) ?? []
  return subscription === undefined ? undefined : scheduleOf(account, getSubscription(account, subscription))
}

/** Returns the id that a secret link token belongs to, or an empty string. */
export const idForLink = ({ state }: Account, token: string): string =>
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
  state.paymentIntents,
]

/** Looks up objects by id, and the properties that Stripe includes only when expanded. */
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
