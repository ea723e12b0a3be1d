import type { QueryRunner } from '../db/client.ts'

/** A row of the feed. */
export interface ChangeRow {
  seq: number
  entity: 'lead' | 'story' | 'notification'
  entity_id: string | null
  kind: 'created' | 'changed' | 'moved' | 'removed' | 'restored' | 'bulk'
  owner_before: string | null
  owner_after: string | null
  actor_kind: string
  actor_id: string | null
}

/** Returns the next changes after `seq`, in order. */
export const listChanges = (db: QueryRunner, accountId: string, seq: number, limit: number): Promise<ChangeRow[]> =>
  db.rows(
    `select seq, entity, entity_id, kind, owner_before, owner_after, actor_kind, actor_id
       from changes where account_id = $1 and seq > $2 order by seq limit $3`,
    [accountId, seq, limit],
    'list-changes',
  )

export interface FeedPosition {
  seq: number
  /** Milliseconds since the last change. */
  quiet_ms: number
}

/** Returns the end of the feed; `undefined` for a deleted account. */
export const findFeedPosition = (db: QueryRunner, accountId: string): Promise<FeedPosition | undefined> =>
  db.row(
    `select l.seq, coalesce(floor(extract(epoch from clock_timestamp() - c.at) * 1000), 1e12)::bigint as quiet_ms
       from live l left join changes c on c.account_id = l.account_id and c.seq = l.seq
      where l.account_id = $1`,
    [accountId],
    'find-feed-position',
  )

export const listFeedPositions = (
  db: QueryRunner,
  accountIds: readonly string[],
): Promise<{ account_id: string; seq: number }[]> =>
  db.rows('select account_id, seq from live where account_id = any ($1)', [accountIds])
