import type { Queries } from '../db/client.ts'

/** What waits to be done by whichever process comes first. */
export interface Backlog {
  mails: number
  oldestMailSeconds: number
  events: number
}

export const readBacklog = async (db: Queries): Promise<Backlog> => {
  const row = await db.row<{ mails: number; oldest_seconds: number; events: number }>(
    `select count(*) as mails, coalesce(extract(epoch from now() - min(created_at)), 0) as oldest_seconds,
            (select count(*) from stripe_events where processed_at is null) as events
       from outbox`,
  )
  return { mails: row?.mails ?? 0, oldestMailSeconds: row?.oldest_seconds ?? 0, events: row?.events ?? 0 }
}
