import { notificationDays } from '#contract/retention.ts'
import { deleteInBatches } from '../jobs/delete-in-batches.ts'
import type { Job } from '../jobs/job.ts'
import type { Services } from '../services.ts'
import { removeOldNotifications } from './store.ts'

const dayMs = 24 * 60 * 60 * 1000

export const notificationJobs = ({ db, now }: Services): Job[] => [
  {
    name: 'maintain-notifications',
    intervalMs: 60 * 60 * 1000,
    leaseMs: 10 * 60 * 1000,
    run: ({ save }) =>
      deleteInBatches(save, limit =>
        removeOldNotifications(db, new Date(now().getTime() - notificationDays * dayMs), limit),
      ),
  },
]
