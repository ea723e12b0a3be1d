import type { QueryRunner } from '../db/client.ts'

export interface NewEvent {
  id: string
  type: string
  customerId: string
  now: Date
}

/** Writes an event down; answers whether it has been acted on before. */
export const saveEvent = async (db: QueryRunner, event: NewEvent): Promise<boolean> => {
  const row = await db.row<{ processed: boolean }>(
    `insert into stripe_events (id, type, customer_id, received_at) values ($1, $2, $3, $4)
     on conflict (id) do update set type = excluded.type
     returning processed_at is not null as processed`,
    [event.id, event.type, event.customerId, event.now],
    'record-event',
  )
  return row?.processed ?? false
}

export const markEventProcessed = (db: QueryRunner, id: string, now: Date): Promise<number> =>
  db.run('update stripe_events set processed_at = $2 where id = $1', [id, now], 'mark-event-processed')

/** Which of these events have not been acted on. */
export const listUnprocessedEvents = async (db: QueryRunner, ids: string[]): Promise<string[]> => {
  const rows = await db.rows<{ id: string }>(
    `select id from unnest($1::text[]) known (id)
      where not exists (select from stripe_events e where e.id = known.id and e.processed_at is not null)`,
    [ids],
  )
  return rows.map(row => row.id)
}

export const removeOldEvents = (db: QueryRunner, before: Date): Promise<number> =>
  db.run('delete from stripe_events where received_at < $1', [before])

/**
 * Takes a job that is due, for this process alone, until `claimedUntil`; answers until when it was done, or `undefined` when
 * it is not due. One that never ran is due now, and taken as done until `unknownBefore`.
 */
export const claimJob = async (
  db: QueryRunner,
  name: string,
  now: Date,
  { claimedUntil, unknownBefore }: { claimedUntil: Date; unknownBefore: Date },
): Promise<Date | undefined> => {
  const row = await db.row<{ done_until: string }>(
    `update billing_jobs set due_at = $3, done_until = coalesce(done_until, $4)
      where name = (select name from billing_jobs where name = $1 and due_at <= $2 for update skip locked)
      returning done_until`,
    [name, now, claimedUntil, unknownBefore],
  )
  return row && new Date(row.done_until)
}

/** Everything until `doneUntil` is dealt with. When it is due next is said by whoever claimed it last. */
export const finishJob = (
  db: QueryRunner,
  name: string,
  { claimedUntil, doneUntil, nextAt }: { claimedUntil: Date; doneUntil: Date; nextAt: Date },
): Promise<number> =>
  db.run(
    `update billing_jobs
        set done_until = greatest(done_until, $3), due_at = case when due_at = $2 then $4 else due_at end
      where name = $1`,
    [name, claimedUntil, doneUntil, nextAt],
  )

/** Makes a job that could not be done due again, unless somebody else has taken it up since. */
export const rescheduleJob = (db: QueryRunner, name: string, claimedUntil: Date, now: Date): Promise<number> =>
  db.run('update billing_jobs set due_at = $3 where name = $1 and due_at = $2', [name, claimedUntil, now])
