import type { QueryRunner } from '../db/client.ts'

/** A row of `jobs` that only this process may run until `claimed_until`. */
export interface ClaimedJob {
  id: string
  name: string
  /** `null` for a platform job. */
  account_id: string | null
  claimed_until: string
  /** Includes the current run. */
  attempts: number
  state: unknown
  succeeded_at: string | null
  created_at: string
}

/** Inserts missing platform jobs, due at once. */
export const registerJobs = (db: QueryRunner, names: readonly string[], now: Date): Promise<number> =>
  db.run(
    `insert into jobs (name, due_at, created_at) select name, '-infinity', $2 from unnest($1::text[]) name
     on conflict (account_id, name) do nothing`,
    [names, now],
  )

export interface NewJob {
  accountId: string
  name: string
  dueAt: Date
  state: object
}

/** Queues a job for an account. Call it in the transaction of the change. Returns `false` if the job is already queued. */
export const insertJob = async (tx: QueryRunner, { accountId, name, dueAt, state }: NewJob): Promise<boolean> =>
  (await tx.run(
    `insert into jobs (account_id, name, due_at, state) values ($1, $2, $3, $4)
     on conflict (account_id, name) do nothing`,
    [accountId, name, dueAt, state],
  )) === 1

/**
 * Queues a job that looks for its work itself. Unlike `insertJob`, waits for a run that is about to end, so that it either sees
 * the work of this transaction or is queued again. The run ends with `endJob`.
 */
export const requestJob = (tx: QueryRunner, { accountId, name, dueAt }: Omit<NewJob, 'state'>): Promise<number> =>
  tx.run(
    `insert into jobs (account_id, name, due_at) values ($1, $2, $3)
     on conflict (account_id, name) do update set name = excluded.name`,
    [accountId, name, dueAt],
  )

/** Whether a job of the account is queued or running. */
export const hasJob = async (db: QueryRunner, accountId: string, name: string): Promise<boolean> =>
  (await db.row('select from jobs where account_id = $1 and name = $2', [accountId, name])) !== undefined

/** Deletes a job unless `hasWork` finds more. Call it in a transaction. Returns whether the run is over. */
export const endJob = async (
  tx: QueryRunner,
  accountId: string,
  name: string,
  hasWork: () => Promise<boolean>,
): Promise<boolean> => {
  await tx.rows('select from jobs where account_id = $1 and name = $2 for update', [accountId, name])
  if (await hasWork()) return false
  await tx.run('delete from jobs where account_id = $1 and name = $2', [accountId, name])
  return true
}

/** Claims the job that has been due longest, among those in `leaseMs`. */
export const claimJob = (
  db: QueryRunner,
  leaseMs: Readonly<Record<string, number>>,
  now: Date,
): Promise<ClaimedJob | undefined> =>
  db.row(
    `update jobs j set due_at = $1::timestamptz + l.ms * interval '1 millisecond', attempts = attempts + 1
       from unnest($2::text[], $3::bigint[]) l (name, ms)
      where j.id = (select id from jobs where due_at <= $1 and name = any ($2)
                     order by due_at, id limit 1 for update skip locked)
        and l.name = j.name
      returning j.id, j.name, j.account_id, j.due_at as claimed_until, j.attempts, j.state, j.succeeded_at, j.created_at`,
    [now, Object.keys(leaseMs), Object.values(leaseMs)],
    'claim-job',
  )

/**
 * Saves the state and extends the lease. Returns the new end of the lease, or `undefined` if another process has taken over.
 */
export const saveJobState = async (
  db: QueryRunner,
  { id, claimed_until }: ClaimedJob,
  state: unknown,
  until: Date,
): Promise<string | undefined> => {
  const row = await db.row<{ claimed_until: string }>(
    'update jobs set state = $3, due_at = $4 where id = $1 and due_at = $2 returning due_at as claimed_until',
    [id, claimed_until, state, until],
  )
  return row?.claimed_until
}

/** Records success, even if another process has taken over; then leaves the schedule to that process. */
export const finishJob = (
  db: QueryRunner,
  { id, claimed_until }: ClaimedJob,
  { begunAt, nextAt }: { begunAt: Date; nextAt: Date },
): Promise<number> =>
  db.run(
    `update jobs
        set succeeded_at = greatest(succeeded_at, $3),
            attempts = case when due_at = $2 then 0 else attempts end,
            due_at = case when due_at = $2 then $4 else due_at end
      where id = $1`,
    [id, claimed_until, begunAt, nextAt],
  )

/** Deletes a job that runs once. */
export const removeJob = (db: QueryRunner, { id, claimed_until }: ClaimedJob): Promise<number> =>
  db.run('delete from jobs where id = $1 and due_at = $2', [id, claimed_until])

/** Reschedules a failed job, unless another process has taken over. */
export const rescheduleJob = (db: QueryRunner, { id, claimed_until }: ClaimedJob, retryAt: Date): Promise<number> =>
  db.run('update jobs set due_at = $3 where id = $1 and due_at = $2', [id, claimed_until, retryAt])
