import type Stripe from 'stripe'
import type { Account } from '../account/account.ts'
import { emit } from '../account/emit.ts'
import { idOf } from '../account/state.ts'
import type { Buyer } from './buyer-form.ts'
import { completeSession } from './finish-session.ts'
import { getOrCreateCustomer, getOrCreateSubscription } from './pay-checkout.ts'
import { attachDelayedMethod, type DelayedMethod, startWaiting } from './waiting-payment.ts'

/**
 * Starts a payment by boleto or Pix. A boleto completes the session unpaid; with a Pix, the session stays open until the money
 * arrives.
 */
export const startDelayedCheckout = (
  account: Account,
  session: Stripe.Checkout.Session,
  type: DelayedMethod,
  { name, taxNumber }: Buyer,
): void => {
  const customer = getOrCreateCustomer(account, session, name)
  const method = attachDelayedMethod(account, customer, type, taxNumber)
  const subscription = getOrCreateSubscription(account, session, customer, method.id)
  const invoice = account.state.invoices[idOf(subscription.latest_invoice)]
  if (!invoice) throw new Error(`checkout ${session.id} has lost its invoice`)
  startWaiting(account, invoice, method)
  if (type === 'pix') return
  completeSession(account, session, subscription, 'unpaid')
  emit(account, 'checkout.session.completed', session)
}
