import type Stripe from 'stripe'
import type { CardBehavior } from '../billing/test-cards.ts'
import { type Chaos, noFaults } from '../webhooks/chaos.ts'
import type { Delivery } from '../webhooks/delivery.ts'
import type { IdempotencyStore } from '../wire/idempotency.ts'

export type Table<T> = Record<string, T>

export type PortalProduct = Stripe.BillingPortal.Configuration.Features.SubscriptionUpdate.Product

export const schema = 1

/** All that an account holds, as one plain object: the objects as the API shows them, then what Stripe keeps to itself. */
export interface State {
  schema: number
  /** Unix seconds that the default clock runs ahead of the wall. */
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
  /** What each of them offers, shown only when expanded. */
  portalProducts: Table<PortalProduct[]>
  portalSessions: Table<Stripe.BillingPortal.Session>
  events: Table<Stripe.Event>
  webhookEndpoints: Table<Stripe.WebhookEndpoint>
  testClocks: Table<Stripe.TestHelpers.TestClock>
  /** Invoice payments by invoice, shown only when expanded. */
  payments: Table<Stripe.InvoicePayment>
  charges: Table<Stripe.Charge>
  refunds: Table<Stripe.Refund>
  disputes: Table<Stripe.Dispute>
  lineItems: Table<Stripe.LineItem[]>
  /** What a card does, by payment method. */
  cards: Table<CardBehavior>
  /** The object that an unguessable address belongs to. */
  links: Table<string>
  /** What a checkout session still needs to know. */
  checkouts: Table<{ metadata: Stripe.Metadata; subscription: string | null; savesName?: boolean }>
  /** When a portal session was last used, in unix seconds on the wall. */
  portalVisits: Table<number>
  /** A price that takes over when the period of a subscription ends. */
  scheduledPrices: Table<{ schedule: string; price: string; created: number }>
  /** Prorations waiting for the next invoice of a subscription. */
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
  charges: {},
  refunds: {},
  disputes: {},
  lineItems: {},
  cards: {},
  links: {},
  checkouts: {},
  portalVisits: {},
  scheduledPrices: {},
  pendingLines: {},
  deliveries: {},
  idempotency: {},
  chaos: noFaults(),
})

/** Newest first; the order of insertion is the order of birth, also after a restart. */
export const newestFirst = <T>(table: Table<T>): T[] => Object.values(table).reverse()

export const idOf = (reference: string | { id: string } | null | undefined): string =>
  typeof reference === 'string' ? reference : (reference?.id ?? '')
