import type { FastifyBaseLogger } from 'fastify'
import { undeliveredDays } from '#contract/admin.ts'
import { expireResets, queueMail } from '../mail/outbox.ts'
import { removeOldUndelivered } from '../mail/undelivered.ts'
import type { Services } from '../services.ts'
import { aliveSince } from './access.ts'
import { removeEndedHits } from './limit-store.ts'
import { clearEndedNewEmails } from './new-email-store.ts'
import { removeEndedResets } from './reset-store.ts'
import { removeEndedSessions, takeEndingTrials } from './store.ts'

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs
const everyMs = 10 * minuteMs

/** A mail a day before the end of each trial that nobody has paid for; once, however many servers do it. */
export const remindOfTrials = ({ db, now }: Services): Promise<number> =>
  db.transaction(async tx => {
    const until = new Date(now().getTime() + dayMs)
    const ending = await takeEndingTrials(tx, now(), until)
    for (const { account_id, nome, email, trial_end } of ending) {
      const mail = { kind: 'trial-ending', nome, trialEnd: new Date(trial_end).toISOString() } as const
      await queueMail(tx, account_id, email, mail, now())
    }
    return ending.length
  })

/**
 * Takes out what has ended by itself: sessions that let nobody in, links, requests and counts that are over, and mails that
 * nobody sent again.
 */
const removeEnded = async ({ db, now }: Services): Promise<void> => {
  const moment = now()
  await removeEndedSessions(db, ...aliveSince(moment))
  await removeEndedResets(db, moment)
  await clearEndedNewEmails(db, moment)
  await removeEndedHits(db, moment)
  await expireResets(db, moment)
  await removeOldUndelivered(db, new Date(moment.getTime() - undeliveredDays * dayMs))
}

/**
 * Does both from time to time for as long as the server runs; several servers may. What fails now, with the database away,
 * is done the next time. Returns how to stop.
 */
export const startSweeping = (services: Services, log: Pick<FastifyBaseLogger, 'warn'>): (() => Promise<void>) => {
  let running: Promise<unknown> = Promise.resolve()
  const warn = (error: unknown) => log.warn(error, 'what has ended could not be swept out, or a trial not reminded of')
  const sweep = () => {
    running = Promise.all([removeEnded(services).catch(warn), remindOfTrials(services).catch(warn)])
  }
  sweep()
  const timer = setInterval(sweep, everyMs)
  timer.unref()
  return async () => {
    clearInterval(timer)
    await running
  }
}
