import { webhookDays } from '#contract/retention.ts'
import { deleteInBatches } from '../jobs/delete-in-batches.ts'
import type { Job } from '../jobs/job.ts'
import type { Services } from '../services.ts'
import { removeOldMessages } from './delivery-store.ts'

const hourMs = 60 * 60 * 1000

export const webhookJobs = ({ db, now }: Services): Job[] => [
  {
    name: 'maintain-webhooks',
    intervalMs: hourMs,
    leaseMs: hourMs,
    run: ({ save }) =>
      deleteInBatches(save, limit =>
        removeOldMessages(db, new Date(now().getTime() - webhookDays * 24 * hourMs), limit),
      ),
  },
]
