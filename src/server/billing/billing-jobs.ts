import { setTimeout as sleep } from 'node:timers/promises'
import type { Services } from '../services.ts'
import { claimJob, finishJob, removeOldEvents, rescheduleJob } from './event-store.ts'
import type { Payments } from './payments.ts'
import { pushChangedContacts, reconcileCustomers, replayMissedEvents } from './reconcile-customers.ts'
import { countStaleSubscribers } from './store.ts'
import { toLogFields } from './stripe.ts'

type Deps = Pick<Services, 'db' | 'now' | 'warn'>
type Log = Record<'info' | 'warn' | 'error', (about: object, message: string) => void>

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

/** How often each job is done, and for how long nobody else takes up one that was begun. */
const jobs = {
  'catch-up': { intervalMs: 10 * minuteMs, claimMs: 10 * minuteMs },
  reconcile: { intervalMs: dayMs, claimMs: 60 * minuteMs },
}

/**
 * Does a job that is due. One that fails is due again at once, one that is abandoned midway when its claim ends; either
 * way for all that has happened since it last went well.
 */
const runIfDue = async (
  { db, now }: Deps,
  name: keyof typeof jobs,
  work: (doneUntil: Date) => Promise<void>,
): Promise<void> => {
  const { intervalMs, claimMs } = jobs[name]
  const begunAt = now()
  const from = (ms: number) => new Date(begunAt.getTime() + ms)
  const claimedUntil = from(claimMs)
  const doneUntil = await claimJob(db, name, begunAt, { claimedUntil, unknownBefore: from(-intervalMs) })
  if (!doneUntil) return
  try {
    await work(doneUntil)
  } catch (error) {
    await rescheduleJob(db, name, claimedUntil, now())
    throw error
  }
  await finishJob(db, name, { claimedUntil, doneUntil: begunAt, nextAt: from(intervalMs) })
}

const overlapMs = 15 * minuteMs
const batch = 1000

/** Goes back to the last run that went well, however long ago that was, and a little further. */
export const runCatchUp = (services: Deps, payments: Payments, log: Log): Promise<void> =>
  runIfDue(services, 'catch-up', async doneUntil => {
    const missed = await replayMissedEvents(services, payments, new Date(doneUntil.getTime() - overlapMs))
    if (missed > 0) log.info({ missed }, 'events of the payment provider were caught up on')
    await pushChangedContacts(services, payments)
    await removeOldEvents(services.db, new Date(services.now().getTime() - 60 * dayMs))
  })

/** Reads every customer once a day. */
export const runReconciliation = (services: Deps, payments: Payments, log: Log): Promise<void> =>
  runIfDue(services, 'reconcile', async () => {
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
    }
  })

/**
 * Who pays and was not read for two days keeps their access, since it is not their doing; the operator is to look into it.
 * Answers whether there was anything to tell.
 */
export const alertStaleSubscriptions = async ({ db, now }: Deps, log: Log): Promise<boolean> => {
  const unread = await countStaleSubscribers(db, new Date(now().getTime() - 2 * dayMs))
  if (unread > 0) log.error({ unread }, 'active subscriptions have not been read from the provider for two days')
  return unread > 0
}

/** Both jobs, from time to time, for as long as the server runs; several servers may. Returns how to stop. */
export const startBillingJobs = (services: Deps, payments: Payments, log: Log): (() => Promise<void>) => {
  const servicesWithLog: Deps = { ...services, warn: (about, message) => log.warn(about, message) }
  let quietUntil = 0
  const alertOnceADay = async () => {
    if (performance.now() < quietUntil) return
    if (await alertStaleSubscriptions(servicesWithLog, log)) quietUntil = performance.now() + dayMs
  }
  const warn = (error: unknown) =>
    log.warn({ failure: toLogFields(error) ?? String(error) }, 'the payment provider could not be asked')
  const round = () =>
    runCatchUp(servicesWithLog, payments, log)
      .then(() => runReconciliation(servicesWithLog, payments, log))
      .catch(warn)
      .then(alertOnceADay)
      .catch(warn)
  let running = round()
  const timer = setInterval(() => {
    running = running.then(round)
  }, minuteMs)
  timer.unref()
  return async () => {
    clearInterval(timer)
    // A provider that does not answer must not keep the server from stopping.
    await Promise.race([running, sleep(3000, undefined, { ref: false })])
  }
}
