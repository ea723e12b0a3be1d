import {
  type AdminLeadFilters,
  type Client,
  type LeadWithOwner,
  type Metrics,
  maxCountedMatches,
  notAvailable,
} from '#contract/admin.ts'
import type { PlanId, SubscriptionStatus } from '#contract/billing/subscription.ts'
import { toReais } from '#contract/values/money.ts'
import { normalizeForSearch } from '#contract/values/text.ts'
import { toUser, type UserRow, userColumns } from '../auth/store.ts'
import { returnedSql } from '../billing/stores/invoice-store.ts'
import { type QueryRunner, toIsoTimestamp } from '../db/client.ts'
import { type LeadRow, leadColumns, toLead } from '../leads/lead-columns.ts'
import { searchCondition } from '../leads/lead-search.ts'
import { SqlBuilder } from '../leads/sql-builder.ts'

// Reads across all accounts. Each table is written by its own feature.

export interface PageRange {
  limit: number
  offset: number
}

const isOwner = `u.team_role = 'owner' and u.status = 'active'`

/** Clients are owners of accounts, except administrators. Joins identities only for a search. */
const clientsFrom = (sql: SqlBuilder, search: string | undefined): string =>
  search
    ? `users u join identities s on s.id = u.identity_id where ${isOwner} and s.role = 'user' and ${searchCondition(sql, search)}`
    : `users u where ${isOwner} and u.identity_id not in (select id from identities where role = 'admin')`

/** Each account has one owner, so counting clients means counting accounts, except those of administrators. */
const accountsOfAdmins = `select u.account_id from users u join identities s on s.id = u.identity_id
  where ${isOwner} and s.role = 'admin'`

export const listClients = async (
  db: QueryRunner,
  search: string | undefined,
  { limit, offset }: PageRange,
  now: Date,
): Promise<Client[]> => {
  const sql = new SqlBuilder()
  // Select the page before reading its accounts. The limits make PostgreSQL look them up by key: joins would scan the tables of
  // all clients.
  const rows = await db.rows<UserRow & { returned_cents: number; disputed: boolean }>(
    `select ${userColumns}, r.*
       from (select u.* from ${clientsFrom(sql, search)}
              order by u.joined_at desc, u.id desc limit ${sql.bind(limit)} offset ${sql.bind(offset)}) u
       cross join lateral (select * from identities where id = u.identity_id limit 1) i
       cross join lateral (select * from accounts where id = u.account_id limit 1) a
       cross join lateral (
         select coalesce(sum(${returnedSql}) filter (where currency = 'brl'), 0)::bigint as returned_cents,
                coalesce(bool_or(dispute = 'open'), false) as disputed
           from invoices where account_id = a.id) r
      order by u.joined_at desc, u.id desc`,
    sql.values,
  )
  return rows.map(row => ({ ...toUser(row, now), returned: toReais(row.returned_cents), disputed: row.disputed }))
}

const countOf = async (db: QueryRunner, text: string, values: unknown[]): Promise<number> =>
  (await db.row<{ count: number }>(text, values))?.count ?? 0

export const countClients = (db: QueryRunner, search: string | undefined): Promise<number> => {
  const sql = new SqlBuilder()
  const from = search ? clientsFrom(sql, search) : `accounts where id not in (${accountsOfAdmins})`
  return countOf(db, `select count(*) as count from ${from}`, sql.values)
}

interface MetricsRow {
  total_clients: number
  active_clients: number
  canceled_clients: number
  past_due_clients: number
  admin_leads: number
  leads_by_plan: { _id: PlanId | null; count: number }[] | null
}

/** Returns all metrics from one snapshot. Lead metrics come from totals maintained by triggers; no lead is counted. */
export const getMetrics = async (db: QueryRunner): Promise<Omit<Metrics, 'backup'>> => {
  const row = await db.row<MetricsRow>(
    `select c.*, l.*, (
        select json_agg(json_build_object('_id', plan, 'count', count) order by plan nulls last)
          from (select a.subscription_plan as plan, sum(t.count) as count
                  from (select account_id, sum(count) as count from lead_totals group by account_id) t
                  join accounts a on a.id = t.account_id
                 group by a.subscription_plan having sum(t.count) > 0) p
      ) as leads_by_plan
      from (select count(*) as total_clients,
                   count(*) filter (where a.subscription_status = 'active') as active_clients,
                   count(*) filter (where a.subscription_status = 'canceled') as canceled_clients,
                   count(*) filter (where a.subscription_status = 'past_due') as past_due_clients
              from accounts a where a.id not in (${accountsOfAdmins})) c,
           (select coalesce(sum(t.count), 0)::bigint as admin_leads
              from (${accountsOfAdmins}) o join lead_totals t on t.account_id = o.account_id) l`,
    [],
    'find-metrics',
  )
  const leadsByPlan = row?.leads_by_plan ?? []
  const totalClients = row?.total_clients ?? 0
  const totalLeads = leadsByPlan.reduce((total, { count }) => total + count, 0)
  const clientLeads = totalLeads - (row?.admin_leads ?? 0)
  return {
    totalClients,
    activeClients: row?.active_clients ?? 0,
    totalLeads,
    avgLeadsPerClient: totalClients === 0 ? 0 : Math.round((clientLeads / totalClients) * 100) / 100,
    canceledClients: row?.canceled_clients ?? 0,
    pastDueClients: row?.past_due_clients ?? 0,
    leadsByPlan,
  }
}

/** Selects accounts whose owner's e-mail contains the text; the index on `busca` narrows them down first. */
const accountsOf = (sql: SqlBuilder, email: string): string =>
  `select u.account_id from identities s join users u on u.identity_id = s.id
    where ${isOwner} and ${searchCondition(sql, email)} and position(${sql.bind(email.toLowerCase())} in lower(s.email)) > 0`

const leadsWhere = (sql: SqlBuilder, { search, status, email }: AdminLeadFilters): string => {
  const all = ['true']
  if (search) all.push(searchCondition(sql, search))
  if (status) all.push(`status = ${sql.bind(status)}`)
  if (email) all.push(`account_id in (${accountsOf(sql, email)})`)
  return all.join(' and ')
}

type LeadWithOwnerRow = LeadRow & {
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
const loadLeadsWithOwners = async (db: QueryRunner, keys: string, values: unknown[]): Promise<LeadWithOwner[]> => {
  const rows = await db.rows<LeadWithOwnerRow>(
    `select ${leadColumns.map(column => `l.${column}`).join(', ')}, i.id as owner_id, i.nome as owner_nome, i.email as owner_email,
            a.subscription_plan, a.subscription_status, a.trial_end
       from (${keys}) p
       join leads l on l.account_id = p.account_id and l.id = p.id
       join accounts a on a.id = l.account_id
       left join users u on u.account_id = l.account_id and ${isOwner}
       left join identities i on i.id = u.identity_id
      order by ${newestFirst('l.')}`,
    values,
  )
  return rows.map(toLeadWithOwner)
}

const listInOrder = (db: QueryRunner, filters: AdminLeadFilters, order: string, { limit, offset }: PageRange) => {
  const sql = new SqlBuilder()
  const keys = `select account_id, id from leads where ${leadsWhere(sql, filters)}
    order by ${order} limit ${sql.bind(limit)} offset ${sql.bind(offset)}`
  return loadLeadsWithOwners(db, keys, sql.values)
}

/** Scans the index from the nearer end. */
const listNewest = (db: QueryRunner, filters: AdminLeadFilters, { limit, offset }: PageRange, total: number) => {
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
}

/**
 * A match of two letters is followed by a letter or digit, by another character or by the end. Each case makes a trigram
 * that the index serves; text beyond ASCII has a partial index whose condition must be repeated literally. Without this
 * prefilter, a rare pair would scan all leads.
 */
const twoLetterPrefilter = (sql: SqlBuilder, search: string): string => {
  const pair = normalizeForSearch(search)
  if (!/^[a-z0-9]{2}$/.test(pair)) return 'true'
  const withNext = [...'abcdefghijklmnopqrstuvwxyz0123456789'].map(next => `%${pair}${next}%`)
  const withSign = `${pair}[\\x01-/:-@[-\`{-\\x7f]`
  return `(busca like any(${sql.bind([...withNext, `%${pair}`])}) or busca ~ ${sql.bind(withSign)}
           or busca ~ '[^\\x01-\\x7f]')`
}

/**
 * Reads up to `maxCountedMatches` matches through the search index and sorts them. If there are more, the text is frequent,
 * and a page is near the start of the index by date. Both are cheap.
 */
const searchLeads = async (
  db: QueryRunner,
  filters: AdminLeadFilters & { search: string },
  window: PageRange,
): Promise<LeadWithOwnerPage> => {
  const sql = new SqlBuilder()
  const where = `${leadsWhere(sql, filters)} and ${twoLetterPrefilter(sql, filters.search)}`
  const some = `select account_id, id, created_at from leads where ${where} limit ${sql.bind(maxCountedMatches + 1)}`
  const found = await db.rows<{ account_id: string; id: string }>(
    `select account_id, id from (${some}) m order by ${newestFirst('')}`,
    sql.values,
  )
  const hasMore = found.length > maxCountedMatches
  if (hasMore) {
    const leads = await listInOrder(db, filters, newestFirst(''), window)
    return { leads, total: maxCountedMatches, hasMore }
  }
  const page = found.slice(window.offset, window.offset + window.limit)
  const keys = 'select * from unnest($1::uuid[], $2::uuid[]) k (account_id, id)'
  const leads = await loadLeadsWithOwners(db, keys, [page.map(key => key.account_id), page.map(key => key.id)])
  return { leads, total: found.length, hasMore }
}

/** Returns matching leads of all accounts, newest first, with the owners of their accounts. */
export const listAllLeads = async (
  db: QueryRunner,
  filters: AdminLeadFilters,
  window: PageRange,
): Promise<LeadWithOwnerPage> => {
  const { search } = filters
  if (search) return searchLeads(db, { ...filters, search }, window)
  const total = await countFromTotals(db, filters)
  return { leads: await listNewest(db, filters, window, total), total, hasMore: false }
}
