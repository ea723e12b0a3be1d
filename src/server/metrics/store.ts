import type { QueryRunner } from '../db/client.ts'

/** Pending work that any process can take. */
export interface Backlog {
  mails: number
  oldestMailSeconds: number
  failedMails: number
  events: number
  failingJobs: number
}

export const readBacklog = async (db: QueryRunner): Promise<Backlog> => {
  const row = await db.row<{
    mails: number
    oldest_seconds: number
    failed: number
    events: number
    failing_jobs: number
  }>(
    `select count(*) as mails, coalesce(extract(epoch from now() - min(created_at)), 0) as oldest_seconds,
            (select count(*) from outbox where failed_at is not null) as failed,
            (select count(*) from stripe_events where processed_at is null) as events,
            (select count(*) from jobs where attempts > 3) as failing_jobs
       from outbox where failed_at is null`,
  )
  return {
    mails: row?.mails ?? 0,
    oldestMailSeconds: row?.oldest_seconds ?? 0,
    failedMails: row?.failed ?? 0,
    events: row?.events ?? 0,
    failingJobs: row?.failing_jobs ?? 0,
  }
}
