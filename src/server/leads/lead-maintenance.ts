import { feedDays } from '#contract/retention.ts'
import type { QueryRunner } from '../db/client.ts'
import type { Job } from '../jobs/job.ts'
import type { Services } from '../services.ts'
import { planLimitJob } from './write/plan-limit-mails.ts'
import { emptyTrash } from './write/trash.ts'

const dayMs = 24 * 60 * 60 * 1000

/** A client that was offline longer than the feed covers must refetch all leads. */
export const removeOldChanges = (db: QueryRunner, now: Date): Promise<number> =>
  db.run('delete from changes where at < $1', [new Date(now.getTime() - feedDays * dayMs)])

/** Deletes expired leads from the trash and old rows from the feed. */
export const maintainLeads = async ({ db, now }: Services): Promise<void> => {
  await emptyTrash(db, now())
  await removeOldChanges(db, now())
}

const intervalMs = 60 * 60 * 1000

export const leadJobs = (services: Services): Job[] => [
  { name: 'maintain-leads', intervalMs, leaseMs: 10 * 60 * 1000, run: () => maintainLeads(services) },
  planLimitJob(services),
]
