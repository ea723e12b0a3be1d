import { captureDays } from '#contract/retention.ts'
import { deleteInBatches } from '../jobs/delete-in-batches.ts'
import type { Job } from '../jobs/job.ts'
import type { Services } from '../services.ts'
import { releaseAllAccounts } from './release-submissions.ts'
import { removeOldSubmissions, removeOldTurns } from './submission-store.ts'

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

export const captureJobs = (services: Services): Job[] => [
  {
    name: 'release-captures',
    intervalMs: 5 * minuteMs,
    leaseMs: 30 * minuteMs,
    run: () => releaseAllAccounts(services),
  },
  {
    name: 'maintain-captures',
    intervalMs: 60 * minuteMs,
    leaseMs: 60 * minuteMs,
    run: ({ save }) => {
      const { db, now } = services
      const before = new Date(now().getTime() - captureDays * dayMs)
      return deleteInBatches(
        save,
        limit => removeOldSubmissions(db, before, limit),
        limit => removeOldTurns(db, before, limit),
      )
    },
  },
]
