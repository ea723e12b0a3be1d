import type { Client, Metrics } from '#contract/admin.ts'
import type { PlanId } from '#contract/billing/subscription.ts'
import { toReais } from '#contract/values/money.ts'
import { toUser, type UserRow, userColumns } from '../auth/store.ts'
import { returnedSql } from '../billing/stores/invoice-store.ts'
import type { QueryRunner } from '../db/client.ts'
import { searchCondition } from '../leads/read/lead-search.ts'
import { SqlBuilder } from '../leads/read/sql-builder.ts'

// Reads across all accounts. Each table is written by its own feature.

export interface PageRange {
  limit: number
  offset: number
}

export const isOwner = `u.team_role = 'owner' and u.status = 'active'`

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

export const countOf = async (db: QueryRunner, text: string, values: unknown[]): Promise<number> =>
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
