import type { Account } from '../account/account.ts'
import { customerTime } from '../account/clock.ts'
import { emit, updateAndEmit } from '../account/emit.ts'
import { getSubscription } from '../account/find.ts'
import { idOf } from '../account/state.ts'
import { dropScheduledPrice, scheduleOf } from '../billing/schedule.ts'
import { releasedSchedule } from '../objects/subscription-schedule.ts'
import { resourceMissing } from '../wire/api-error.ts'
import { boolean, params } from '../wire/fields.ts'
import { route } from '../wire/route.ts'

const getPendingSchedule = (account: Account, id: string) => {
  const known = Object.entries(account.state.scheduledPrices).find(([, { schedule }]) => schedule === id)
  const subscription = known && getSubscription(account, known[0])
  const schedule = subscription && scheduleOf(account, subscription)
  if (!schedule) throw resourceMissing('subscription_schedule', id)
  return { subscription, schedule }
}

/** Only the portal creates schedules. The API can only release them. */
export const subscriptionScheduleRoutes = [
  route('POST', '/v1/subscription_schedules/:id/release', {
    params: params({ preserve_cancel_date: boolean }),
    run: (account, { id }) => {
      const { subscription, schedule } = getPendingSchedule(account, id)
      const released = releasedSchedule(schedule, customerTime(account, idOf(subscription.customer)))
      dropScheduledPrice(account, subscription)
      emit(account, 'subscription_schedule.released', released)
      updateAndEmit(account, 'customer.subscription.updated', subscription, { schedule: null })
      return released
    },
  }),
]
