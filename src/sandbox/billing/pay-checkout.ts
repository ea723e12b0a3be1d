import type Stripe from 'stripe'
import type { Account } from '../account/account.ts'
import { clockTime } from '../account/clock.ts'
import { emit, updateAndEmit } from '../account/emit.ts'
import { newId, randomAlphanumeric } from '../account/ids.ts'
import { idOf } from '../account/state.ts'
import { newCustomer } from '../objects/customer.ts'
import { attachCard } from './attach-card.ts'
import type { Card } from './card-form.ts'
import { chargeDeclineOf } from './charge.ts'
import { completeSession } from './finish-session.ts'
import { markPaid } from './pay-invoice.ts'
import { startSubscription } from './start-subscription.ts'
import type { Decline } from './test-cards.ts'

type Session = Stripe.Checkout.Session
export type CheckoutOutcome = { declined: Decline } | { authenticate: true } | { completed: Stripe.Event }

export const getOrCreateCustomer = (account: Account, session: Session, name: string): Stripe.Customer => {
  const known = account.state.customers[idOf(session.customer)]
  if (known) {
    if (!known.name || account.state.checkouts[session.id]?.savesName)
      updateAndEmit(account, 'customer.updated', known, { name })
    return known
  }
  const customer = newCustomer({
    id: newId('cus', 14),
    created: clockTime(account),
    email: session.customer_email,
    name,
    phone: null,
    description: null,
    address: null,
    preferred_locales: ['pt-BR'],
    metadata: {},
    invoice_prefix: randomAlphanumeric(8).toUpperCase(),
    test_clock: null,
  })
  account.state.customers[customer.id] = customer
  emit(account, 'customer.created', customer)
  session.customer = customer.id
  return customer
}

/** Returns the session's subscription. Repeated submissions never create a second one. */
export const getOrCreateSubscription = (
  account: Account,
  session: Session,
  customer: Stripe.Customer,
  card: string,
) => {
  const { state } = account
  const checkout = state.checkouts[session.id] ?? { metadata: {}, subscription: null }
  const waiting = state.subscriptions[checkout.subscription ?? '']
  if (waiting?.status === 'incomplete') {
    updateAndEmit(account, 'customer.subscription.updated', waiting, { default_payment_method: card })
    return waiting
  }
  const subscription = startSubscription(account, {
    customer,
    lineItems: state.lineItems[session.id] ?? [],
    metadata: checkout.metadata,
    paymentMethod: card,
  })
  state.checkouts[session.id] = { ...checkout, subscription: subscription.id }
  return subscription
}

const completeCheckout = (account: Account, session: Session, subscription: Stripe.Subscription): CheckoutOutcome => {
  const invoice = account.state.invoices[idOf(subscription.latest_invoice)]
  if (!invoice) throw new Error(`checkout ${session.id} has lost its invoice`)
  completeSession(account, session, subscription, 'paid')
  markPaid(account, invoice, idOf(subscription.default_payment_method))
  return { completed: emit(account, 'checkout.session.completed', session) }
}

/** Pays an open session. A decline leaves it open and creates nothing. */
export const payCheckout = (account: Account, session: Session, card: Card): CheckoutOutcome => {
  const declined = chargeDeclineOf(account, card.behavior)
  if (declined) return { declined }
  const customer = getOrCreateCustomer(account, session, card.name)
  const method = attachCard(account, customer, card)
  const subscription = getOrCreateSubscription(account, session, customer, method)
  return card.behavior === 'authenticates' ? { authenticate: true } : completeCheckout(account, session, subscription)
}

/** Completes the session after 3-D Secure. Returns `undefined` unless a payment is pending. */
export const authenticateCheckout = (account: Account, session: Session): CheckoutOutcome | undefined => {
  const subscription = account.state.subscriptions[account.state.checkouts[session.id]?.subscription ?? '']
  return subscription?.status === 'incomplete' ? completeCheckout(account, session, subscription) : undefined
}

export const findCompletionEvent = ({ state }: Account, session: string): Stripe.Event | undefined =>
  Object.values(state.events).find(
    ({ type, data }) => type === 'checkout.session.completed' && (data.object as { id?: string }).id === session,
  )
