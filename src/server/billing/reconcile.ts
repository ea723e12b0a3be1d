import { setTimeout as sleep } from 'node:timers/promises'
import type { Services } from '../services.ts'
import { claimJob, finishJob, removeOldEvents, returnJob } from './event-store.ts'
import type { Payments } from './payments.ts'
import { catchUp, reconcileCustomers, updateContacts } from './reconcile-customers.ts'
import { countUnreadPayers } from './store.ts'
import { describeFailure } from './stripe.ts'

type Needs = Pick<Services, 'db' | 'now' | 'warn'>
type Log = Record<'info' | 'warn' | 'error', (about: object, message: string) => void>

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

/** How often each job is done, and for how long nobody else takes up one that was begun. */
const jobs = {
  'catch-up': { everyMs: 10 * minuteMs, claimMs: 10 * minuteMs },
  reconcile: { everyMs: dayMs, claimMs: 60 * minuteMs },
}

/**
 * Does a job that is due. One that fails is due again at once, one that is abandoned midway when its claim ends; either
 * way for all that has happened since it last went well.
 */
const whenDue = async (
  { db, now }: Needs,
  name: keyof typeof jobs,
  work: (doneUntil: Date) => Promise<void>,
): Promise<void> => {
  const { everyMs, claimMs } = jobs[name]
  const begunAt = now()
  const from = (ms: number) => new Date(begunAt.getTime() + ms)
  const claimedUntil = from(claimMs)
  const doneUntil = await claimJob(db, name, begunAt, { claimedUntil, unknownBefore: from(-everyMs) })
  if (!doneUntil) return
  try {
    await work(doneUntil)
  } catch (error) {
    await returnJob(db, name, claimedUntil, now())
    throw error
  }
  await finishJob(db, name, { claimedUntil, doneUntil: begunAt, nextAt: from(everyMs) })
}

const overlapMs = 15 * minuteMs
const batch = 1000

/** Goes back to the last run that went well, however long ago that was, and a little further. */
export const runCatchUp = (services: Needs, payments: Payments, log: Log): Promise<void> =>
  whenDue(services, 'catch-up', async doneUntil => {
    const missed = await catchUp(services, payments, new Date(doneUntil.getTime() - overlapMs))
    if (missed > 0) log.info({ missed }, 'events of the payment provider were caught up on')
    await updateContacts(services, payments)
    await removeOldEvents(services.db, new Date(services.now().getTime() - 60 * dayMs))
  })

/** Reads every customer once a day. */
export const runReconciliation = (services: Needs, payments: Payments, log: Log): Promise<void> =>
  whenDue(services, 'reconcile', async () => {
    const readBefore = new Date(services.now().getTime() - 60 * minuteMs)
    for (;;) {
      const { listed, checked, changed } = await reconcileCustomers(services, payments, {
        readBefore,
        most: batch,
        occasion: 'conferência',
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
export const alertUnread = async ({ db, now }: Needs, log: Log): Promise<boolean> => {
  const unread = await countUnreadPayers(db, new Date(now().getTime() - 2 * dayMs))
  if (unread > 0) log.error({ unread }, 'active subscriptions have not been read from the provider for two days')
  return unread > 0
}

/** Both jobs, from time to time, for as long as the server runs; several servers may. Returns how to stop. */
export const startReconciling = (services: Needs, payments: Payments, log: Log): (() => Promise<void>) => {
  const told: Needs = { ...services, warn: (about, message) => log.warn(about, message) }
  let quietUntil = 0
  const alertOnceADay = async () => {
    if (performance.now() < quietUntil) return
    if (await alertUnread(told, log)) quietUntil = performance.now() + dayMs
  }
  const warn = (error: unknown) =>
    log.warn({ failure: describeFailure(error) ?? String(error) }, 'the payment provider could not be asked')
  const round = () =>
    runCatchUp(told, payments, log)
      .then(() => runReconciliation(told, payments, log))
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
