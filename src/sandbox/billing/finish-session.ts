import type Stripe from 'stripe'
import type { Account } from '../account/account.ts'
import { emit } from '../account/emit.ts'
import { idOf } from '../account/state.ts'

const detailsOf = (account: Account, customer: Stripe.Customer): Stripe.Checkout.Session.CustomerDetails => ({
  address: { city: null, country: 'BR', line1: null, line2: null, postal_code: null, state: null },
  business_name: null,
  email: customer.email,
  individual_name: null,
  name: customer.name ?? null,
  phone: null,
  tax_exempt: 'none',
  tax_ids: Object.values(account.state.taxIds)
    .filter(({ customer: of }) => of === customer.id)
    .map(({ type, value }) => ({ type, value })),
})

/** Completes a session whose payment is made or started. */
export const completeSession = (
  account: Account,
  session: Stripe.Checkout.Session,
  subscription: Stripe.Subscription,
  paymentStatus: 'paid' | 'unpaid',
): void => {
  const customer = account.state.customers[idOf(subscription.customer)]
  if (!customer) throw new Error(`checkout ${session.id} has lost its customer`)
  Object.assign(session, {
    status: 'complete',
    payment_status: paymentStatus,
    url: null,
    subscription: subscription.id,
    invoice: idOf(subscription.latest_invoice),
    customer_details: detailsOf(account, customer),
  } satisfies Partial<Stripe.Checkout.Session>)
}

const sessionsOf = ({ state }: Account, subscription: string): Stripe.Checkout.Session[] =>
  Object.entries(state.checkouts)
    .filter(([, checkout]) => checkout.subscription === subscription)
    .flatMap(([id]) => state.checkoutSessions[id] ?? [])

/** Tells the sessions of a subscription that its first invoice was paid later. */
export const finishSessions = (account: Account, id: string): void => {
  const subscription = account.state.subscriptions[id]
  for (const session of sessionsOf(account, id)) {
    if (!subscription) continue
    if (session.status === 'open') {
      completeSession(account, session, subscription, 'paid')
      emit(account, 'checkout.session.completed', session)
    } else if (session.status === 'complete' && session.payment_status === 'unpaid') {
      session.payment_status = 'paid'
      emit(account, 'checkout.session.async_payment_succeeded', session)
    }
  }
}

export const failSessions = (account: Account, id: string): void => {
  for (const session of sessionsOf(account, id))
    if (session.status === 'complete' && session.payment_status === 'unpaid')
      emit(account, 'checkout.session.async_payment_failed', session)
}
