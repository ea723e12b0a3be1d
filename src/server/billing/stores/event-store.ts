import type { QueryRunner } from '../../db/client.ts'

export interface NewEvent {
  id: string
  type: string
  customerId: string
  now: Date
}

/** Saves an event and returns whether it was processed before. */
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

/** Returns the IDs of the events that were not processed. */
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
