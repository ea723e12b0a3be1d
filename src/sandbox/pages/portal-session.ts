import type Stripe from 'stripe'
import type { Account } from '../account/account.ts'
import { idForLink, invoicesOf, isLive, subscriptionsOf } from '../account/find.ts'
import { idOf } from '../account/state.ts'
import { cardToCharge } from '../billing/charge.ts'
import type { PortalView } from './portal-pages.ts'

const firstVisitSeconds = 5 * 60
const idleSeconds = 60 * 60

export interface PortalContext {
  session: Stripe.BillingPortal.Session
  customer: Stripe.Customer
  subscription: Stripe.Subscription | undefined
  features: Stripe.BillingPortal.Configuration.Features
  /** Ids of the prices that the portal offers. */
  offered: string[]
  base: string
}

/** Returns a portal session and extends it. A session expires after five minutes unused or an hour idle. */
export const resumePortalSession = (account: Account, token: string): PortalContext | undefined => {
  const { state } = account
  const session = state.portalSessions[idForLink(account, token)]
  const customer = state.customers[session?.customer ?? '']
  const configuration = state.portalConfigurations[idOf(session?.configuration)]
  if (!session || !customer || !configuration) return undefined
  const now = account.wallTime()
  const lastVisit = state.portalVisits[session.id]
  if (now > (lastVisit === undefined ? session.created + firstVisitSeconds : lastVisit + idleSeconds)) return undefined
  state.portalVisits[session.id] = now
  account.scheduleSave()
  const { flow } = session
  const flowSubscription = (flow?.subscription_cancel ?? flow?.subscription_update ?? flow?.subscription_update_confirm)
    ?.subscription
  const live = subscriptionsOf(account, customer.id).filter(isLive)
  const subscription = live.find(({ id }) => id === flowSubscription) ?? live[0]
  const offered = (state.portalProducts[configuration.id] ?? []).flatMap(({ prices }) => prices)
  return { session, customer, subscription, features: configuration.features, offered, base: `/p/session/${token}` }
}

export const priceName = ({ state }: Account, price: Stripe.Price | undefined): string =>
  state.products[idOf(price?.product)]?.name ?? 'Plano'

export const toPortalView = (
  account: Account,
  { session, customer, subscription, features, base }: PortalContext,
): PortalView => {
  const { state } = account
  const scheduled = subscription && state.scheduledPrices[subscription.id]
  return {
    base,
    customer,
    subscription,
    features,
    planName: priceName(account, subscription?.items.data[0]?.price),
    scheduledName: scheduled && priceName(account, state.prices[scheduled.price]),
    card: state.paymentMethods[cardToCharge(subscription, customer)],
    invoices: invoicesOf(account, customer.id),
    returnUrl: session.return_url,
  }
}

/** Returns the first page of the session's flow, if it has one. */
export const flowStartPath = ({ session: { flow }, base }: PortalContext): string | undefined => {
  if (flow?.type === 'payment_method_update') return `${base}/payment-method`
  if (flow?.type === 'subscription_cancel') return `${base}/cancel`
  if (flow?.type === 'subscription_update') return `${base}/update`
  const price = flow?.subscription_update_confirm?.items[0]?.price
  return flow?.type === 'subscription_update_confirm' && price ? `${base}/update/${price}` : undefined
}
