import type Stripe from 'stripe'
import type { Account } from '../account/account.ts'
import { updateAndEmit } from '../account/emit.ts'
import { isLive, subscriptionsOf } from '../account/find.ts'
import { attachCard } from './attach-card.ts'
import type { Card } from './card-form.ts'
import { attachDeclineOf } from './charge.ts'
import type { Decline } from './test-cards.ts'

/** Sets the default card. Charges nothing now, so a card that declines only charges is accepted. */
export const replaceCard = (account: Account, customer: Stripe.Customer, card: Card): Decline | undefined => {
  const decline = attachDeclineOf(card.behavior)
  if (decline) return decline
  const method = attachCard(account, customer, card)
  updateAndEmit(account, 'customer.updated', customer, {
    invoice_settings: { ...customer.invoice_settings, default_payment_method: method },
  })
  for (const subscription of subscriptionsOf(account, customer.id).filter(isLive))
    updateAndEmit(account, 'customer.subscription.updated', subscription, { default_payment_method: method })
  return undefined
}
