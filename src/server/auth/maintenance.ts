import { undeliveredDays } from '#contract/admin.ts'
import { removeExpiredIdempotencyKeys } from '../http/idempotency.ts'
import type { Job } from '../jobs/job.ts'
import { expireResetRequests, queueMail } from '../mail/outbox.ts'
import { removeOldUndelivered } from '../mail/undelivered.ts'
import type { Services } from '../services.ts'
import { claimTrialReminders } from './account-store.ts'
import { clearExpiredNewEmails } from './new-email-store.ts'
import { removeExpiredHits } from './rate-limit-store.ts'
import { removeExpiredResets } from './reset-store.ts'
import { removeExpiredSessions } from './session-store.ts'
import { sessionCutoffs } from './session-token.ts'

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs
const intervalMs = 10 * minuteMs

/** Queues a mail one day before the end of each unpaid trial. Safe to run in several processes. */
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

/** Deletes expired sessions, links, requests and rate-limit counts, and undelivered mails that were never sent again. */
const removeExpired = async ({ db, now }: Services): Promise<void> => {
  const moment = now()
  await removeExpiredSessions(db, ...sessionCutoffs(moment))
  await removeExpiredResets(db, moment)
  await clearExpiredNewEmails(db, moment)
  await removeExpiredHits(db, moment)
  await removeExpiredIdempotencyKeys(db, moment)
  await expireResetRequests(db, moment)
  await removeOldUndelivered(db, new Date(moment.getTime() - undeliveredDays * dayMs))
}

/** Scheduled jobs that do not call Stripe. */
export const maintenanceJobs = (services: Services): Job[] => [
  { name: 'remove-expired', intervalMs, leaseMs: intervalMs, run: () => removeExpired(services) },
  { name: 'trial-reminders', intervalMs, leaseMs: intervalMs, run: () => queueTrialReminders(services) },
]
