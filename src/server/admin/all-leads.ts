import { type AdminLeadFilters, type LeadWithOwner, maxCountedMatches, notAvailable } from '#contract/admin.ts'
import type { PlanId, SubscriptionStatus } from '#contract/billing/subscription.ts'
import { type QueryRunner, toIsoTimestamp } from '../db/client.ts'
import { type LeadRow, leadColumns, toLead } from '../leads/fields/lead-columns.ts'
import { keyedSearchCondition, searchCondition } from '../leads/read/lead-search.ts'
import { SqlBuilder } from '../leads/read/sql-builder.ts'
import { type AllLeadsCursor, encodeAllLeadsCursor } from './all-leads-cursor.ts'
import { countOf, isOwner, type PageRange } from './store.ts'

/** Selects accounts whose owner's e-mail contains the text; the index on `busca` narrows them down first. */
const accountsOf = (sql: SqlBuilder, email: string): string =>
  `select u.account_id from identities s join users u on u.identity_id = s.id
    where ${isOwner} and ${searchCondition(sql, email)} and position(${sql.bind(email.toLowerCase())} in lower(s.email)) > 0`

const leadsWhere = (
  sql: SqlBuilder,
  { search, status, email }: AdminLeadFilters,
  matching = searchCondition,
): string => {
  const all = ['true']
  if (search) all.push(matching(sql, search))
  if (status) all.push(`status = ${sql.bind(status)}`)
  if (email) all.push(`account_id in (${accountsOf(sql, email)})`)
  return all.join(' and ')
}

type LeadWithOwnerRow = LeadRow & {
  account_id: string
  owner_id: string
  owner_nome: string | null
  owner_email: string
  subscription_plan: PlanId | null
  subscription_status: SubscriptionStatus
  trial_end: string
}

const toLeadWithOwner = (row: LeadWithOwnerRow): LeadWithOwner => ({
  ...toLead(row),
  userName: row.owner_nome ?? notAvailable,
  userEmail: row.owner_nome === null ? notAvailable : row.owner_email,
  userData:
    row.owner_nome === null || row.user_id === null
      ? null
      : {
          _id: row.owner_id,
          nome: row.owner_nome,
          email: row.owner_email,
          subscription_plan: row.subscription_plan,
          subscription_status: row.subscription_status,
          trial_end: toIsoTimestamp(row.trial_end),
        },
})

const newestFirst = (of: string): string => `${of}created_at desc, ${of}id desc, ${of}account_id`
const oldestFirst = 'created_at, id, account_id desc'

/**
 * Returns the leads of a list of keys with their owners, newest first. Keys come from an index scan; only these leads are
 * read in full.
 */
const loadLeadsWithOwners = (db: QueryRunner, keys: string, values: unknown[]): Promise<LeadWithOwnerRow[]> =>
  db.rows<LeadWithOwnerRow>(
    `select l.account_id, ${leadColumns.map(column => `l.${column}`).join(', ')}, i.id as owner_id, i.nome as owner_nome, i.email as owner_email,
            a.subscription_plan, a.subscription_status, a.trial_end
       from (${keys}) p
       join leads l on l.account_id = p.account_id and l.id = p.id
       join accounts a on a.id = l.account_id
       left join users u on u.account_id = l.account_id and ${isOwner}
       left join identities i on i.id = u.identity_id
      order by ${newestFirst('l.')}`,
    values,
  )

/** Starts the scan of the index at the cursor, so that a late page costs what the first does. */
const fromCursor = (sql: SqlBuilder, { towards, createdAt, id, accountId }: AllLeadsCursor): string => {
  const key = `(${sql.bind(createdAt)}::timestamptz, ${sql.bind(id)}::uuid)`
  const [than, account] = towards === 'older' ? ['<', '>'] : ['>', '<']
  // The same lead may be in several accounts, which a backup or a file brought there.
  return `(created_at, id) ${than}= ${key} and ((created_at, id) ${than} ${key} or account_id ${account} ${sql.bind(accountId)}::uuid)`
}

const listInOrder = (
  db: QueryRunner,
  filters: AdminLeadFilters,
  order: string,
  { limit, offset }: PageRange,
  cursor?: AllLeadsCursor,
) => {
  const sql = new SqlBuilder()
  const start = cursor ? `and ${fromCursor(sql, cursor)}` : ''
  const keys = `select account_id, id from leads where ${leadsWhere(sql, filters)} ${start}
    order by ${order} limit ${sql.bind(limit)} offset ${sql.bind(offset)}`
  return loadLeadsWithOwners(db, keys, sql.values)
}

/** Scans the index from the cursor or from the nearer end. */
const listNewest = (
  db: QueryRunner,
  filters: AdminLeadFilters,
  { limit, offset }: PageRange,
  total: number,
  cursor: AllLeadsCursor | undefined,
) => {
  if (cursor) {
    const order = cursor.towards === 'older' ? newestFirst('') : oldestFirst
    return listInOrder(db, filters, order, { limit, offset: 0 }, cursor)
  }
  const rows = Math.min(limit, total - offset)
  if (rows <= 0) return []
  if (offset <= total / 2) return listInOrder(db, filters, newestFirst(''), { limit: rows, offset })
  return listInOrder(db, filters, oldestFirst, { limit: rows, offset: total - offset - rows })
}

/** Counts from the totals by account that triggers maintain. */
const countFromTotals = async (db: QueryRunner, { status, email }: AdminLeadFilters): Promise<number> => {
  const sql = new SqlBuilder()
  const all = ['true']
  if (status) all.push(`status = ${sql.bind(status)}`)
  if (email) all.push(`account_id in (${accountsOf(sql, email)})`)
  const text = `select coalesce(sum(count), 0)::bigint as count from lead_totals where ${all.join(' and ')}`
  return countOf(db, text, sql.values)
}

export interface LeadWithOwnerPage {
  leads: LeadWithOwner[]
  total: number
  /** Whether more than `total` match. */
  hasMore: boolean
  /** Cursors of the pages beside this one. A text search has none: it ends after `maxCountedMatches`. */
  next: string | null
  previous: string | null
}

const cursorAt = (row: LeadWithOwnerRow | undefined, towards: AllLeadsCursor['towards']): string | null =>
  row
    ? encodeAllLeadsCursor({
        towards,
        createdAt: toIsoTimestamp(row.created_at),
        id: row.id,
        accountId: row.account_id,
      })
    : null

/** Newest leads that tell how frequent a text is. */
const sampleSize = 1000
/** The other leads may have the text less often than the sample. */
const maxTimesExpected = 4

/**
 * Whether the newest leads have more than `maxCountedMatches` matches. They are only read where that takes fewer rows than the
 * search index has matches of the text, because it finds all of them before it returns one.
 */
const hasManyAmongNewest = async (
  db: QueryRunner,
  filters: AdminLeadFilters & { search: string },
): Promise<boolean> => {
  const newest = (sql: SqlBuilder, limit: number) =>
    `(select status, busca from leads order by ${newestFirst('')} limit ${sql.bind(limit)}) newest`
  const sample = new SqlBuilder()
  const counts = await db.row<{ size: number; ofText: number; matching: number; leads: number }>(
    `select count(*) as size, count(*) filter (where ${leadsWhere(sample, { search: filters.search })}) as "ofText",
            count(*) filter (where ${leadsWhere(sample, filters)}) as matching,
            (select reltuples from pg_class where oid = 'leads'::regclass) as leads
       from ${newest(sample, sampleSize)}`,
    sample.values,
  )
  if (!counts || counts.matching === 0) return false
  const expected = ((maxCountedMatches + 1) * counts.size) / counts.matching
  if (expected > (counts.leads * counts.ofText) / counts.size) return false
  const sql = new SqlBuilder()
  const matches = `select from ${newest(sql, Math.ceil(expected * maxTimesExpected))}
    where ${leadsWhere(sql, filters)} limit ${maxCountedMatches + 1}`
  return (await countOf(db, `select count(*) as count from (${matches}) m`, sql.values)) > maxCountedMatches
}

/** Returns the keys of up to `maxCountedMatches + 1` matches, newest first, through the search index. */
const findMatches = (db: QueryRunner, filters: AdminLeadFilters) => {
  const sql = new SqlBuilder()
  const where = leadsWhere(sql, filters, keyedSearchCondition)
  const some = `select account_id, id, created_at from lead_search where ${where} limit ${maxCountedMatches + 1}`
  return db.rows<{ account_id: string; id: string }>(
    `select account_id, id from (${some}) m order by ${newestFirst('')}`,
    sql.values,
  )
}

/**
 * Reads up to `maxCountedMatches` matches through the search index and sorts them. If there are more, the text is frequent,
 * and a page is near the start of the index by date. Both are cheap. A very frequent text is not looked up in the search index.
 */
const searchLeads = async (
  db: QueryRunner,
  filters: AdminLeadFilters & { search: string },
  window: PageRange,
): Promise<LeadWithOwnerPage> => {
  const isVeryFrequent = !filters.email && (await hasManyAmongNewest(db, filters))
  const found = isVeryFrequent ? [] : await findMatches(db, filters)
  const hasMore = isVeryFrequent || found.length > maxCountedMatches
  if (hasMore) {
    const rows = await listInOrder(db, filters, newestFirst(''), window)
    return { leads: rows.map(toLeadWithOwner), total: maxCountedMatches, hasMore, next: null, previous: null }
  }
  const page = found.slice(window.offset, window.offset + window.limit)
  const keys = 'select * from unnest($1::uuid[], $2::uuid[]) k (account_id, id)'
  const rows = await loadLeadsWithOwners(db, keys, [page.map(key => key.account_id), page.map(key => key.id)])
  return { leads: rows.map(toLeadWithOwner), total: found.length, hasMore, next: null, previous: null }
}

/** Returns matching leads of all accounts, newest first, with the owners of their accounts. */
export const listAllLeads = async (
  db: QueryRunner,
  filters: AdminLeadFilters,
  window: PageRange,
  cursor?: AllLeadsCursor,
): Promise<LeadWithOwnerPage> => {
  const { search, status, email } = filters
  if (search && !status && !email) return searchLeads(db, { search }, window)
  const total = await countFromTotals(db, filters)
  // A search for a frequent text among leads that do not exist would read all its matches.
  if (total === 0) return { leads: [], total, hasMore: false, next: null, previous: null }
  if (search) return searchLeads(db, { ...filters, search }, window)
  const rows = await listNewest(db, filters, window, total, cursor)
  return {
    leads: rows.map(toLeadWithOwner),
    total,
    hasMore: false,
    next: cursorAt(rows.at(-1), 'older'),
    previous: cursorAt(rows[0], 'newer'),
  }
}
