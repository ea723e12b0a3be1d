import type { QueryRunner } from '../db/client.ts'

export interface HitCount {
  count: number
  /** Seconds until the window ends, at least 1. */
  secondsLeft: number
}

/** Increments each key in one statement. Returns the counts in the order of `hits`. */
export const incrementHits = async (
  db: QueryRunner,
  hits: readonly { key: Buffer; seconds: number }[],
  now: Date,
): Promise<HitCount[]> => {
  // Sorted by key, so that concurrent statements with the same keys do not deadlock.
  const rows = await db.rows<{ key: Buffer; count: number; seconds: number }>(
    `insert into rate_limits as l (key, count, resets_at)
     select k, 1, $3::timestamptz + s * interval '1 second' from unnest($1::bytea[], $2::int[]) as t (k, s) order by k
     on conflict (key) do update
       set count = case when l.resets_at <= $3 then 1 else l.count + 1 end,
           resets_at = case when l.resets_at <= $3 then excluded.resets_at else l.resets_at end
     returning key, count, greatest(1, ceil(extract(epoch from resets_at - $3)))::int as seconds`,
    [hits.map(({ key }) => key), hits.map(({ seconds }) => seconds), now],
    'count-hits',
  )
  return hits.map(({ key }) => {
    const row = rows.find(one => one.key.equals(key))
    return { count: row?.count ?? 0, secondsLeft: row?.seconds ?? 1 }
  })
}

export const decrementHits = (db: QueryRunner, keys: readonly Buffer[]): Promise<number> =>
  db.run('update rate_limits set count = greatest(count - 1, 0) where key = any ($1)', [keys])

export const resetHits = (db: QueryRunner, keys: readonly Buffer[]): Promise<number> =>
  db.run('delete from rate_limits where key = any ($1)', [keys])

export const hasActiveHits = async (db: QueryRunner, key: Buffer, now: Date): Promise<boolean> =>
  (await db.row('select from rate_limits where key = $1 and resets_at > $2', [key, now])) !== undefined

export const removeExpiredHits = (db: QueryRunner, now: Date): Promise<number> =>
  db.run('delete from rate_limits where resets_at <= $1', [now])
