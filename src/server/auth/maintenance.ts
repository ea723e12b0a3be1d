import { undeliveredDays } from '#contract/admin.ts'
import type { Job } from '../jobs/job.ts'
import { expireResetRequests, queueMail } from '../mail/outbox.ts'
import { removeOldUndelivered } from '../mail/undelivered.ts'
import type { Services } from '../services.ts'
import { sessionCutoffs } from './access.ts'
import { claimTrialReminders } from './account-store.ts'
import { clearExpiredNewEmails } from './new-email-store.ts'
import { removeExpiredHits } from './rate-limit-store.ts'
import { removeExpiredResets } from './reset-store.ts'
import { removeExpiredSessions } from './session-store.ts'

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs
const intervalMs = 10 * minuteMs

/** A mail a day before the end of each trial that nobody has paid for; once, however many servers do it. */
export const queueTrialReminders = ({ db, now }: Services): Promise<number> =>
  db.transaction(async tx => {
    const until = new Date(now().getTime() + dayMs)
    const ending = await claimTrialReminders(tx, now(), until)
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
const removeExpired = async ({ db, now }: Services): Promise<void> => {
  const moment = now()
  await removeExpiredSessions(db, ...sessionCutoffs(moment))
  await removeExpiredResets(db, moment)
  await clearExpiredNewEmails(db, moment)
  await removeExpiredHits(db, moment)
  await expireResetRequests(db, moment)
  await removeOldUndelivered(db, new Date(moment.getTime() - undeliveredDays * dayMs))
}

/** The periodic work that needs no payment provider. */
export const maintenanceJobs = (services: Services): Job[] => [
  { name: 'remove-expired', intervalMs, leaseMs: intervalMs, run: () => removeExpired(services) },
  { name: 'trial-reminders', intervalMs, leaseMs: intervalMs, run: () => queueTrialReminders(services) },
]
