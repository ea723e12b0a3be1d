import type Stripe from 'stripe'
import type { Account } from '../account/account.ts'
import { customerTime } from '../account/clock.ts'
import { emit, updateAndEmit } from '../account/emit.ts'
import { newId } from '../account/ids.ts'
import { idOf } from '../account/state.ts'
import { newSchedule } from '../objects/subscription-schedule.ts'
import { intervalOf, periodAt } from './calendar.ts'

/** Returns the schedule of a pending price change, if any. */
export const scheduleOf = (
  { state }: Account,
  subscription: Stripe.Subscription,
): Stripe.SubscriptionSchedule | undefined => {
  const scheduled = state.scheduledPrices[subscription.id]
  const next = state.prices[scheduled?.price ?? '']
  const [item] = subscription.items.data
  if (!scheduled || !next || !item) return undefined
  const nextEnd = periodAt(subscription.billing_cycle_anchor, ...intervalOf(next), item.current_period_end).end
  return newSchedule({ id: scheduled.schedule, created: scheduled.created, subscription, item, next, nextEnd })
}

export const dropScheduledPrice = ({ state }: Account, subscription: Stripe.Subscription): void => {
  delete state.scheduledPrices[subscription.id]
}

/** Schedules a price for the end of the period. */
export const schedulePrice = (account: Account, subscription: Stripe.Subscription, price: Stripe.Price): void => {
  const before = account.state.scheduledPrices[subscription.id]
  const schedule = before?.schedule ?? newId('sub_sched')
  const created = before?.created ?? customerTime(account, idOf(subscription.customer))
  account.state.scheduledPrices[subscription.id] = { schedule, price: price.id, created }
  const full = scheduleOf(account, subscription)
  if (full) emit(account, before ? 'subscription_schedule.updated' : 'subscription_schedule.created', full)
  updateAndEmit(account, 'customer.subscription.updated', subscription, { schedule })
}
