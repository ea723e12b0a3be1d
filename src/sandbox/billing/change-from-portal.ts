import type Stripe from 'stripe'
import type { Account } from '../account/account.ts'
import { customerTime } from '../account/clock.ts'
import { updateAndEmit } from '../account/emit.ts'
import { idOf } from '../account/state.ts'
import { cancellationDetails } from '../objects/subscription.ts'
import { changePrice, type ProrationBehavior, prorationLines } from './change-price.ts'
import { endSubscription } from './end-subscription.ts'
import { dropScheduledPrice, schedulePrice } from './schedule.ts'
import type { Decline } from './test-cards.ts'

type Features = Stripe.BillingPortal.Configuration.Features

/** Sets `cancel_at` but not `cancel_at_period_end`, like Stripe's portal in flexible billing mode. */
export const cancelFromPortal = (account: Account, subscription: Stripe.Subscription, features: Features): void => {
  if (features.subscription_cancel.mode === 'immediately') {
    endSubscription(account, subscription, 'cancellation_requested')
    return
  }
  dropScheduledPrice(account, subscription)
  updateAndEmit(account, 'customer.subscription.updated', subscription, {
    schedule: null,
    cancel_at: subscription.items.data[0]?.current_period_end ?? null,
    canceled_at: customerTime(account, idOf(subscription.customer)),
    cancellation_details: cancellationDetails('cancellation_requested'),
  })
}

export const undoCancelFromPortal = (account: Account, subscription: Stripe.Subscription): void =>
  updateAndEmit(account, 'customer.subscription.updated', subscription, {
    cancel_at: null,
    cancel_at_period_end: false,
    canceled_at: null,
    cancellation_details: cancellationDetails(null),
  })

interface PlanChangePreview {
  item: Stripe.SubscriptionItem
  price: Stripe.Price
  lines: Stripe.InvoiceLineItem[]
  /** Set when the change applies at the end of the period. */
  startsAt: number | undefined
}

/** Returns the effect of choosing this price, or `undefined` if the portal does not offer it. */
export const previewPlanChange = (
  account: Account,
  subscription: Stripe.Subscription,
  { features, offered }: { features: Features; offered: string[] },
  priceId: string,
): PlanChangePreview | undefined => {
  const { enabled, schedule_at_period_end: schedule, proration_behavior: behavior } = features.subscription_update
  const price = account.state.prices[priceId]
  const [item] = subscription.items.data
  if (!enabled || !price || !item || !offered.includes(priceId) || price.id === item.price.id) return undefined
  const isCheaper = (price.unit_amount ?? 0) < (item.price.unit_amount ?? 0)
  if (isCheaper && schedule.conditions.some(({ type }) => type === 'decreasing_item_amount'))
    return { item, price, lines: [], startsAt: item.current_period_end }
  const at = customerTime(account, idOf(subscription.customer))
  return {
    item,
    price,
    lines: behavior === 'none' ? [] : prorationLines(account, item, price, at),
    startsAt: undefined,
  }
}

export const applyPlanChange = (
  account: Account,
  subscription: Stripe.Subscription,
  features: Features,
  { item, price, startsAt }: PlanChangePreview,
): Decline | undefined => {
  if (startsAt !== undefined) {
    schedulePrice(account, subscription, price)
    return undefined
  }
  const behavior = features.subscription_update.proration_behavior as ProrationBehavior
  return changePrice(account, subscription, { item, price, behavior })
}
