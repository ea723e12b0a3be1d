import type { Lead, LeadChanges } from '#contract/leads/leads.ts'
import type { Db, QueryRunner } from '../db/client.ts'
import { SqlBuilder } from './read/sql-builder.ts'
import { listLeadsById } from './read/store.ts'
import type { LeadView } from './read/visibility.ts'

interface FeedRow {
  seq: number
  entity_id: string | null
  kind: string
}

/** Changes of leads that the member saw before or sees afterwards. */
const concerns = (sql: SqlBuilder, { only }: LeadView): string => {
  if (!only) return 'true'
  const self = sql.bind(only.userId)
  const isSeen = (owner: string) => (only.unassigned ? `coalesce(${owner}, ${self}) = ${self}` : `${owner} = ${self}`)
  return `(kind = 'bulk' or (kind not in ('created', 'restored') and ${isSeen('owner_before')})
    or (kind <> 'removed' and ${isSeen('owner_after')}))`
}

const listFeed = (db: QueryRunner, view: LeadView, since: number, limit: number): Promise<FeedRow[]> => {
  const sql = new SqlBuilder()
  const text = `select seq, entity_id, kind from changes
    where account_id = ${sql.bind(view.accountId)} and entity = 'lead' and seq > ${sql.bind(since)} and ${concerns(sql, view)}
    order by seq limit ${sql.bind(limit + 1)}`
  return db.rows(text, sql.values)
}

const findFeedRange = async (db: QueryRunner, accountId: string): Promise<{ first: number; last: number }> => {
  const row = await db.row<{ first: number; last: number }>(
    `select l.seq as last,
            coalesce((select min(seq) from changes c where c.account_id = l.account_id), l.seq + 1) as first
       from live l where l.account_id = $1`,
    [accountId],
  )
  return row ?? { first: 1, last: 0 }
}

/** Returns the leads that changed after `since`, in their present state, the one changed first at the front. */
export const listChangedLeads = async (
  db: Db,
  view: LeadView,
  since: number,
  limit: number,
): Promise<LeadChanges & { leads: Lead[] }> => {
  // Read before the changes, so that a change between the two statements is listed again rather than lost.
  const { first, last } = await findFeedRange(db, view.accountId)
  const rows = since + 1 < first || since > last ? undefined : await listFeed(db, view, since, limit)
  if (!rows || rows.some(({ kind }) => kind === 'bulk')) {
    return { leads: [], seq: last, reset: true, more: false, removed: [] }
  }
  const listed = rows.slice(0, limit)
  const ids = [...new Set(listed.flatMap(({ entity_id: id }) => id ?? []))]
  const found = new Map((await listLeadsById(db, view, ids)).map(lead => [lead._id, lead]))
  const more = rows.length > limit
  return {
    leads: ids.flatMap(id => found.get(id) ?? []),
    seq: more ? (listed.at(-1)?.seq ?? last) : Math.max(last, listed.at(-1)?.seq ?? 0),
    reset: false,
    more,
    removed: ids.filter(id => !found.has(id)),
  }
}
