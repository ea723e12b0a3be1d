import { feedDays } from '#contract/retention.ts'
import type { QueryRunner } from '../db/client.ts'
import { deleteInBatches } from '../jobs/delete-in-batches.ts'
import type { Job, JobRun } from '../jobs/job.ts'
import type { Services } from '../services.ts'
import { planLimitJob } from './write/plan-limit-mails.ts'
import { removeExpiredLeads, removeTrialExcess } from './write/trash.ts'

const dayMs = 24 * 60 * 60 * 1000

/** A client that was offline longer than the feed covers must refetch all leads. */
const removeOldChanges = (db: QueryRunner, now: Date, limit: number): Promise<number> =>
  db.run(
    `delete from changes where (account_id, seq) in (select account_id, seq from changes where at < $1 limit $2)`,
    [new Date(now.getTime() - feedDays * dayMs), limit],
  )

/** Deletes leads that may no longer be in the trash, and old rows from the feed. */
export const maintainLeads = ({ db, now }: Services, save: JobRun['save']): Promise<void> =>
  deleteInBatches(
    save,
    limit => removeExpiredLeads(db, now(), limit),
    limit => removeTrialExcess(db, limit),
    limit => removeOldChanges(db, now(), limit),
  )

const intervalMs = 60 * 60 * 1000

export const leadJobs = (services: Services): Job[] => [
  { name: 'maintain-leads', intervalMs, leaseMs: 10 * 60 * 1000, run: ({ save }) => maintainLeads(services, save) },
  planLimitJob(services),
]
