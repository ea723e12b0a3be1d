import { stripeEventDays } from '#contract/retention.ts'
import type { Job } from '../jobs/job.ts'
import type { Services } from '../services.ts'
import { pushChangedContacts, reconcileCustomers, replayMissedEvents } from './reconcile-customers.ts'
import { removeOldEvents } from './stores/event-store.ts'
import { countStaleSubscribers } from './stores/store.ts'
import type { Payments } from './stripe/payments.ts'
import { toLogFields } from './stripe/stripe.ts'

type Deps = Pick<Services, 'db' | 'now' | 'warn'>
type Log = Record<'info' | 'warn' | 'error', (about: object, message: string) => void>

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs
const overlapMs = 15 * minuteMs
const batch = 1000

const describe = (error: unknown): unknown => toLogFields(error) ?? String(error)

/** Replays events since the last successful run, with an overlap, however long ago that was. */
const catchUpJob = (services: Deps, payments: Payments, log: Log): Job => ({
  name: 'catch-up',
  intervalMs: 10 * minuteMs,
  leaseMs: 10 * minuteMs,
  describeFailure: describe,
  run: async ({ doneUntil }) => {
    const missed = await replayMissedEvents(services, payments, new Date(doneUntil.getTime() - overlapMs))
    if (missed > 0) log.info({ missed }, 'missed stripe events replayed')
    await pushChangedContacts(services, payments)
    await removeOldEvents(services.db, new Date(services.now().getTime() - stripeEventDays * dayMs))
  },
})

/** Syncs all customers once a day. */
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
        reason: 'reconciliation',
      })
      // A change found here means that a webhook was missed.
      if (changed.length > 0) log.warn({ changed: changed.length }, 'subscriptions differed from stripe')
      if (listed < batch || checked === 0) return
      // Synced customers are not listed again, so a process that takes over continues here.
      await save({})
    }
  },
})

interface StaleAlert {
  alertedAt?: string
}

/**
 * Logs an error once a day while subscribers were not synced for two days. They keep their access, because the outage is not
 * their fault.
 */
const staleSubscriptionsJob = ({ db, now }: Deps, log: Log): Job => ({
  name: 'stale-subscriptions',
  intervalMs: 10 * minuteMs,
  leaseMs: minuteMs,
  run: async ({ state, begunAt, save }) => {
    const { alertedAt } = state as StaleAlert
    if (alertedAt && begunAt.getTime() - new Date(alertedAt).getTime() < dayMs) return
    const stale = await countStaleSubscribers(db, new Date(now().getTime() - 2 * dayMs))
    if (stale === 0) return
    log.error({ stale }, 'active subscriptions not synced for two days')
    await save({ alertedAt: begunAt.toISOString() } satisfies StaleAlert)
  },
})

export const billingJobs = (services: Deps, payments: Payments, log: Log): Job[] => {
  const withLog: Deps = { ...services, warn: (about, message) => log.warn(about, message) }
  return [catchUpJob(withLog, payments, log), reconcileJob(withLog, payments, log), staleSubscriptionsJob(withLog, log)]
}
