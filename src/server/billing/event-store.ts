import type { Queries } from '../db/client.ts'

export interface NewEvent {
  id: string
  type: string
  customerId: string
  now: Date
}

export const insertEvent = (db: Queries, event: NewEvent): Promise<number> =>
  db.run(
    `insert into stripe_events (id, type, customer_id, received_at) values ($1, $2, $3, $4) on conflict do nothing`,
    [event.id, event.type, event.customerId, event.now],
  )

export const findEvent = (db: Queries, id: string): Promise<{ processed_at: string | null } | undefined> =>
  db.row('select processed_at from stripe_events where id = $1', [id])

export const markProcessed = (db: Queries, id: string, now: Date): Promise<number> =>
  db.run('update stripe_events set processed_at = $2 where id = $1', [id, now])

/** Which of these events have not been acted on. */
export const listUnprocessed = async (db: Queries, ids: string[]): Promise<string[]> => {
  const rows = await db.rows<{ id: string }>(
    `select id from unnest($1::text[]) known (id)
      where not exists (select from stripe_events e where e.id = known.id and e.processed_at is not null)`,
    [ids],
  )
  return rows.map(row => row.id)
}

export const removeOldEvents = (db: Queries, before: Date): Promise<number> =>
  db.run('delete from stripe_events where received_at < $1', [before])

/** Takes a job that is due, for this process alone, and says when it is due again. */
export const claimJob = async (db: Queries, name: string, now: Date, nextAt: Date): Promise<boolean> =>
  (await db.run('update billing_jobs set due_at = $3 where name = $1 and due_at <= $2', [name, now, nextAt])) === 1
