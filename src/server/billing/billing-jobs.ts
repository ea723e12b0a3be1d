import type { Job } from '../jobs/job.ts'
import type { Services } from '../services.ts'
import { removeOldEvents } from './event-store.ts'
import type { Payments } from './payments.ts'
import { pushChangedContacts, reconcileCustomers, replayMissedEvents } from './reconcile-customers.ts'
import { countStaleSubscribers } from './store.ts'
import { toLogFields } from './stripe.ts'

type Deps = Pick<Services, 'db' | 'now' | 'warn'>
type Log = Record<'info' | 'warn' | 'error', (about: object, message: string) => void>

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs
const overlapMs = 15 * minuteMs
const batch = 1000

const describe = (error: unknown): unknown => toLogFields(error) ?? String(error)

/** Goes back to the last run that went well, however long ago that was, and a little further. */
const catchUpJob = (services: Deps, payments: Payments, log: Log): Job => ({
  name: 'catch-up',
  intervalMs: 10 * minuteMs,
  leaseMs: 10 * minuteMs,
  describeFailure: describe,
  run: async ({ doneUntil }) => {
    const missed = await replayMissedEvents(services, payments, new Date(doneUntil.getTime() - overlapMs))
    if (missed > 0) log.info({ missed }, 'events of the payment provider were caught up on')
    await pushChangedContacts(services, payments)
    await removeOldEvents(services.db, new Date(services.now().getTime() - 60 * dayMs))
  },
})

/** Reads every customer once a day. */
const reconcileJob = (services: Deps, payments: Payments, log: Log): Job => ({
  name: 'reconcile',
  intervalMs: dayMs,
  leaseMs: 60 * minuteMs,
  describeFailure: describe,
  run: async ({ save }) => {
    const syncedBefore = new Date(services.now().getTime() - 60 * minuteMs)
    for (;;) {
      const { listed, checked, changed } = await reconcileCustomers(services, payments, {
        syncedBefore,
        maxCustomers: batch,
        reason: 'conferência',
      })
      // Nothing should be found that no event told of.
      if (changed.length > 0) log.warn({ changed: changed.length }, 'subscriptions had drifted from the provider')
      if (listed < batch || checked === 0) return
      // Customers that were read are not listed again: a run that takes over goes on from here.
      await save({})
    }
  },
})

interface StaleAlert {
  alertedAt?: string
}

/**
 * Who pays and was not read for two days keeps their access, since it is not their doing; the operator is to look into it,
 * and is told once a day.
 */
const staleSubscriptionsJob = ({ db, now }: Deps, log: Log): Job => ({
  name: 'stale-subscriptions',
  intervalMs: 10 * minuteMs,
  leaseMs: minuteMs,
  run: async ({ state, begunAt, save }) => {
    const { alertedAt } = state as StaleAlert
    if (alertedAt && begunAt.getTime() - new Date(alertedAt).getTime() < dayMs) return
    const unread = await countStaleSubscribers(db, new Date(now().getTime() - 2 * dayMs))
    if (unread === 0) return
    log.error({ unread }, 'active subscriptions have not been read from the provider for two days')
    await save({ alertedAt: begunAt.toISOString() } satisfies StaleAlert)
  },
})

/** What billing does from time to time. */
export const billingJobs = (services: Deps, payments: Payments, log: Log): Job[] => {
  const told: Deps = { ...services, warn: (about, message) => log.warn(about, message) }
  return [catchUpJob(told, payments, log), reconcileJob(told, payments, log), staleSubscriptionsJob(told, log)]
}
