import { setTimeout as sleep } from 'node:timers/promises'
import type { Services } from '../services.ts'
import { claimJob, removeOldEvents, returnJob } from './event-store.ts'
import type { Payments } from './payments.ts'
import { catchUp, reconcileCustomers, updateContacts } from './reconcile-customers.ts'
import { countUnreadPayers } from './store.ts'
import { describeFailure } from './stripe.ts'

type Needs = Pick<Services, 'db' | 'now' | 'warn'>
type Log = Record<'info' | 'warn' | 'error', (about: object, message: string) => void>

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

/** Does a job that is due; one that fails is due again at once, for the same while. */
const whenDue = async (
  { db, now }: Needs,
  name: 'catch-up' | 'reconcile',
  everyMs: number,
  work: (dueAt: Date) => Promise<void>,
): Promise<void> => {
  const nextAt = new Date(now().getTime() + everyMs)
  const dueAt = await claimJob(db, name, now(), nextAt)
  if (!dueAt) return
  try {
    await work(dueAt)
  } catch (error) {
    await returnJob(db, name, dueAt, nextAt)
    throw error
  }
}

const catchUpEveryMs = 10 * minuteMs
const overlapMs = 15 * minuteMs
const batch = 1000

/** Goes back to the last run that went well, however long ago that was, and a little further. */
export const runCatchUp = (services: Needs, payments: Payments, log: Log): Promise<void> =>
  whenDue(services, 'catch-up', catchUpEveryMs, async dueAt => {
    const missed = await catchUp(services, payments, new Date(dueAt.getTime() - catchUpEveryMs - overlapMs))
    if (missed > 0) log.info({ missed }, 'events of the payment provider were caught up on')
    await updateContacts(services, payments)
    await removeOldEvents(services.db, new Date(services.now().getTime() - 60 * dayMs))
  })

/** Reads every customer once a day. */
export const runReconciliation = (services: Needs, payments: Payments, log: Log): Promise<void> =>
  whenDue(services, 'reconcile', dayMs, async () => {
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
