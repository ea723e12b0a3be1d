import type Stripe from 'stripe'
import type { Account } from '../account/account.ts'
import { idOf } from '../account/state.ts'
import { takeFault } from '../webhooks/chaos.ts'
import { type CardBehaviour, type Decline, genericDecline } from './test-cards.ts'

const noCard: Decline = {
  code: 'missing',
  message: 'This customer has no attached payment source or default payment method.',
  mensagem: 'Não há cartão para cobrar.',
}

/** The card of the subscription, or else the customer's. */
export const cardToCharge = (subscription: Stripe.Subscription | undefined, customer: Stripe.Customer | undefined) =>
  idOf(subscription?.default_payment_method) || idOf(customer?.invoice_settings.default_payment_method)

/** Why a card would not even be kept. */
export const refusalToKeep = (behaviour: CardBehaviour): Decline | undefined =>
  typeof behaviour === 'object' ? behaviour.declines : undefined

/** Why a charge of a card like this is refused now; undefined when it goes through. */
export const refusalOfCharge = ({ state }: Account, behaviour: CardBehaviour | undefined): Decline | undefined => {
  if (behaviour === undefined) return noCard
  if (takeFault(state.chaos, 'next_payment_fails')) return genericDecline
  return behaviour === 'attach_only' ? genericDecline : refusalToKeep(behaviour)
}

export const refusalOf = (account: Account, paymentMethod: string): Decline | undefined =>
  refusalOfCharge(account, account.state.cards[paymentMethod])
