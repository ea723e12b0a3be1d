import type Stripe from 'stripe'
import type { Account } from '../account/account.ts'
import { emit } from '../account/emit.ts'
import { expireIncomplete } from './end-subscription.ts'

/** Expires an unpaid session and its incomplete subscription. */
export const expireCheckout = (account: Account, session: Stripe.Checkout.Session): void => {
  const { state } = account
  Object.assign(session, { status: 'expired', url: null } satisfies Partial<Stripe.Checkout.Session>)
  const waiting = state.subscriptions[state.checkouts[session.id]?.subscription ?? '']
  if (waiting?.status === 'incomplete') expireIncomplete(account, waiting)
  emit(account, 'checkout.session.expired', session)
}

/** Checkout sessions expire by real time, never by a test clock. */
export const expireOldCheckouts = (account: Account): void => {
  const now = account.wallTime()
  for (const session of Object.values(account.state.checkoutSessions))
    if (session.status === 'open' && session.expires_at <= now) expireCheckout(account, session)
}
