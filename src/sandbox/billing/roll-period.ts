import type Stripe from 'stripe'
import type { Account } from '../account/account.ts'
import { updateAndEmit } from '../account/emit.ts'
import { toPlan } from '../objects/price.ts'
import { intervalOf, periodAt } from './calendar.ts'
import { issueInvoice, periodLines } from './issue-invoice.ts'

/** Starts the next period with its scheduled price. The draft invoice is finalized and charged an hour later. */
export const rollPeriod = (
  account: Account,
  subscription: Stripe.Subscription,
  item: Stripe.SubscriptionItem,
): void => {
  const { state } = account
  const scheduled = state.scheduledPrices[subscription.id]
  const price = (scheduled && state.prices[scheduled.price]) ?? item.price
  const { current_period_start: before, current_period_end: at } = item
  const { start, end } = periodAt(subscription.billing_cycle_anchor, ...intervalOf(price), at)
  delete state.scheduledPrices[subscription.id]
  const next = {
    ...item,
    price: structuredClone(price),
    plan: toPlan(price),
    current_period_start: start,
    current_period_end: end,
  }
  const items = { ...subscription.items, data: [next] }
  const preview = { ...subscription, items }
  const invoice = issueInvoice(account, {
    subscription: preview,
    lines: periodLines(account, preview),
    reason: 'subscription_cycle',
    start: before,
    end: at,
  })
  delete state.pendingLines[subscription.id]
  if (subscription.status === 'unpaid')
    Object.assign(invoice, { auto_advance: false, automatically_finalizes_at: null })
  updateAndEmit(account, 'customer.subscription.updated', subscription, {
    items,
    latest_invoice: invoice.id,
    schedule: null,
  })
}
