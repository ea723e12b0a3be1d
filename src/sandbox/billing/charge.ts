import type Stripe from 'stripe'
import type { Account } from '../account/account.ts'
import { idOf } from '../account/state.ts'
import { consumeFault } from '../webhooks/chaos.ts'
import { type CardBehavior, type Decline, genericDecline } from './test-cards.ts'

const noCard: Decline = {
  code: 'missing',
  message: 'This customer has no attached payment source or default payment method.',
  messagePt: 'Não há cartão para cobrar.',
}

/** Returns the card of the subscription, otherwise the customer's default card. */
export const cardToCharge = (subscription: Stripe.Subscription | undefined, customer: Stripe.Customer | undefined) =>
  idOf(subscription?.default_payment_method) || idOf(customer?.invoice_settings.default_payment_method)

/** Returns why Stripe would not attach the card. */
export const attachDeclineOf = (behavior: CardBehavior): Decline | undefined =>
  typeof behavior === 'object' ? behavior.declines : undefined

/** Returns why a charge is declined now, or `undefined` if it succeeds. Consumes a simulated decline. */
export const chargeDeclineOf = ({ state }: Account, behavior: CardBehavior | undefined): Decline | undefined => {
  if (behavior === undefined) return noCard
  if (consumeFault(state.chaos, 'next_payment_fails')) return genericDecline
  return behavior === 'attach_only' ? genericDecline : attachDeclineOf(behavior)
}

export const declineForCard = (account: Account, paymentMethod: string): Decline | undefined =>
  chargeDeclineOf(account, account.state.cards[paymentMethod])
