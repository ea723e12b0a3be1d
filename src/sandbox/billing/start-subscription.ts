import type Stripe from 'stripe'
import type { Account } from '../account/account.ts'
import { customerTime } from '../account/clock.ts'
import { emit, updateAndEmit } from '../account/emit.ts'
import { newId } from '../account/ids.ts'
import { idOf } from '../account/state.ts'
import { newSubscription, newSubscriptionItem } from '../objects/subscription.ts'
import { intervalOf, periodAt } from './calendar.ts'
import { finalizeInvoice, issueInvoice, periodLines } from './issue-invoice.ts'

interface SubscriptionParams {
  customer: Stripe.Customer
  lineItems: Stripe.LineItem[]
  metadata: Stripe.Metadata
  paymentMethod: string
}

/** Creates an `incomplete` subscription with an open first invoice. */
export const startSubscription = (account: Account, params: SubscriptionParams): Stripe.Subscription => {
  const { customer, lineItems, metadata, paymentMethod } = params
  const created = customerTime(account, customer.id)
  const id = newId('sub')
  const items = lineItems.flatMap(({ price, quantity }) => {
    if (!price) return []
    const { start, end } = periodAt(created, ...intervalOf(price), created)
    return newSubscriptionItem({
      id: newId('si', 14),
      subscription: id,
      price: structuredClone(price),
      quantity: quantity ?? 1,
      created,
      start,
      end,
    })
  })
  const subscription = newSubscription({
    id,
    customer: customer.id,
    created,
    currency: lineItems[0]?.currency ?? 'brl',
    metadata,
    items,
    default_payment_method: paymentMethod,
    test_clock: idOf(customer.test_clock) || null,
  })
  account.state.subscriptions[id] = subscription
  const invoice = issueInvoice(account, {
    subscription,
    lines: periodLines(account, subscription),
    reason: 'subscription_create',
    start: created,
    end: created,
  })
  subscription.latest_invoice = invoice.id
  emit(account, 'customer.subscription.created', subscription)
  finalizeInvoice(account, invoice)
  updateAndEmit(account, 'customer.updated', customer, { currency: subscription.currency })
  return subscription
}
