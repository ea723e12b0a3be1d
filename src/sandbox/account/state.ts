import type Stripe from 'stripe'
import type { CardBehavior } from '../billing/test-cards.ts'
import { type Chaos, noFaults } from '../webhooks/chaos.ts'
import type { Delivery } from '../webhooks/delivery.ts'
import type { IdempotencyStore } from '../wire/idempotency.ts'

export type Table<T> = Record<string, T>

export type PortalProduct = Stripe.BillingPortal.Configuration.Features.SubscriptionUpdate.Product

export const schema = 1

/** The whole account as one plain object: first the API's objects, then data that Stripe does not expose. */
export interface State {
  schema: number
  /** Seconds that the default clock is ahead of real time. */
  clockAhead: number
  products: Table<Stripe.Product>
  prices: Table<Stripe.Price>
  customers: Table<Stripe.Customer>
  deletedCustomers: Table<Stripe.DeletedCustomer>
  taxIds: Table<Stripe.TaxId>
  paymentMethods: Table<Stripe.PaymentMethod>
  checkoutSessions: Table<Stripe.Checkout.Session>
  subscriptions: Table<Stripe.Subscription>
  invoices: Table<Stripe.Invoice>
  portalConfigurations: Table<Stripe.BillingPortal.Configuration>
  /** The products that a portal configuration offers. The API includes them only when expanded. */
  portalProducts: Table<PortalProduct[]>
  portalSessions: Table<Stripe.BillingPortal.Session>
  events: Table<Stripe.Event>
  webhookEndpoints: Table<Stripe.WebhookEndpoint>
  testClocks: Table<Stripe.TestHelpers.TestClock>
  /** The API includes the payments of an invoice only when expanded. */
  payments: Table<Stripe.InvoicePayment>
  /** Only of payments that wait: those of cards have their result at once. */
  paymentIntents: Table<Stripe.PaymentIntent>
  charges: Table<Stripe.Charge>
  refunds: Table<Stripe.Refund>
  disputes: Table<Stripe.Dispute>
  lineItems: Table<Stripe.LineItem[]>
  /** The behavior of a test card, by payment method. */
  cards: Table<CardBehavior>
  /** Object ids by secret link token. */
  links: Table<string>
  /** Data of a checkout session that the API does not show. */
  checkouts: Table<{ metadata: Stripe.Metadata; subscription: string | null; savesName?: boolean }>
  /** When a portal session was last used, in Unix seconds of real time. */
  portalVisits: Table<number>
  /** The next price by subscription. It applies when the period ends. */
  scheduledPrices: Table<{ schedule: string; price: string; created: number }>
  /** When a waiting payment expires or is debited, by payment intent. */
  paymentsDueAt: Table<number>
  /** Prorations for the next invoice, by subscription. */
  pendingLines: Table<Stripe.InvoiceLineItem[]>
  deliveries: Table<Delivery>
  idempotency: IdempotencyStore
  chaos: Chaos
}

export const emptyState = (): State => ({
  schema,
  clockAhead: 0,
  products: {},
  prices: {},
  customers: {},
  deletedCustomers: {},
  taxIds: {},
  paymentMethods: {},
  checkoutSessions: {},
  subscriptions: {},
  invoices: {},
  portalConfigurations: {},
  portalProducts: {},
  portalSessions: {},
  events: {},
  webhookEndpoints: {},
  testClocks: {},
  payments: {},
  paymentIntents: {},
  charges: {},
  refunds: {},
  disputes: {},
  lineItems: {},
  cards: {},
  links: {},
  checkouts: {},
  portalVisits: {},
  scheduledPrices: {},
  paymentsDueAt: {},
  pendingLines: {},
  deliveries: {},
  idempotency: {},
  chaos: noFaults(),
})

/** Newest first. The order of insertion is the order of creation, also after a restart. */
export const newestFirst = <T>(table: Table<T>): T[] => Object.values(table).reverse()

export const idOf = (reference: string | { id: string } | null | undefined): string =>
  typeof reference === 'string' ? reference : (reference?.id ?? '')
