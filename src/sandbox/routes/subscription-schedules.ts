import type { Account } from '../account/account.ts'
import { timeFor } from '../account/clock.ts'
import { change, emit } from '../account/emit.ts'
import { findPrice, findSubscription } from '../account/find.ts'
import { idOf } from '../account/state.ts'
import { periodAt } from '../billing/calendar.ts'
import { dropScheduledPrice } from '../billing/change-price.ts'
import { intervalOf } from '../billing/start-subscription.ts'
import { releasedSchedule } from '../objects/subscription-schedule.ts'
import { resourceMissing } from '../wire/api-error.ts'
import { boolean, params } from '../wire/fields.ts'
import { route } from '../wire/route.ts'

const findScheduled = (account: Account, schedule: string) => {
  const found = Object.entries(account.state.scheduledPrices).find(([, { schedule: known }]) => known === schedule)
  if (!found) throw resourceMissing('subscription_schedule', schedule)
  const [subscriptionId, scheduled] = found
  const subscription = findSubscription(account, subscriptionId)
  const [item] = subscription.items.data
  if (!item) throw resourceMissing('subscription_item', subscriptionId)
  return { subscription, item, scheduled }
}

/** Schedules are made by the portal alone, for a change that waits; all that can be done with one is to let go of it. */
export const subscriptionScheduleRoutes = [
  route('POST', '/v1/subscription_schedules/:id/release', {
    params: params({ preserve_cancel_date: boolean }),
    run: (account, { id }) => {
      const { subscription, item, scheduled } = findScheduled(account, id)
      const now = timeFor(account, idOf(subscription.customer))
      const next = findPrice(account, scheduled.price)
      const nextEnd = periodAt(subscription.billing_cycle_anchor, ...intervalOf(next), item.current_period_end).end
      const { created } = scheduled
      const schedule = releasedSchedule({ id, created, subscription, item, next, nextEnd, releasedAt: now })
      dropScheduledPrice(account, subscription)
      emit(account, 'subscription_schedule.released', schedule)
      change(account, 'customer.subscription.updated', subscription, { schedule: null })
      return schedule
    },
  }),
]
