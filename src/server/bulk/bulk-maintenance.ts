import { bulkUndoDays } from '#contract/retention.ts'
import { deleteInBatches } from '../jobs/delete-in-batches.ts'
import type { Job } from '../jobs/job.ts'
import type { Services } from '../services.ts'
import { removeOldBulkChanges, removeOldBulkLeads } from './store.ts'

const dayMs = 24 * 60 * 60 * 1000

export const bulkJobs = ({ db, now }: Services): Job[] => [
  {
    name: 'maintain-bulk-changes',
    intervalMs: 60 * 60 * 1000,
    leaseMs: 10 * 60 * 1000,
    run: ({ save }) => {
      const before = new Date(now().getTime() - bulkUndoDays * dayMs)
      return deleteInBatches(
        save,
        limit => removeOldBulkLeads(db, before, limit),
        limit => removeOldBulkChanges(db, before, limit),
      )
    },
  },
]
