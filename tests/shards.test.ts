import { readdir, readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { testDatabase } from '#server/testing/test-database.ts'

// What docs/scale.md says of accounts on several databases: a statement belongs to one account, or is listed here.

const db = await testDatabase()

/** What becomes of statements and tables that do not belong to one account. */
type Fate =
  /** Each database does it for its own accounts. */
  | 'each'
  /** Administrators' pages ask every database and merge the results. */
  | 'merged'
  /** Moves to a small database that knows where each account is. */
  | 'directory'

/** Statements that read or write accounts' tables without naming the account. */
const statementFates: [Fate, RegExp][] = [
  // Maintenance.
  ['each', /^delete from (?:account_backup_links|idempotency_keys) where (?:expires_at|created_at) <= /],
  ['each', /^delete from (?:bulk_changes|changes|notifications) where (?:created_at|at) </],
  ['each', /^delete from imports where state in /],
  ['each', /^delete from sessions where last_seen_at <= /],
  ['each', /^update removed_leads set lead = null.* where lead is not null and removed_at/],
  ['each', /^select a.id from accounts a where .* or exists \(select from users/],
  ['each', /^select distinct account_id from capture_submissions/],
  // Queues and their metrics.
  ['each', /^(?:delete from|update) jobs\b/],
  ['each', /^(?:delete from|update) outbox\b/],
  ['each', /^select exists \(select from outbox/],
  ['each', /^with old as \( select id, exists \(select from identities i where lower\(i.email\) = lower\(recipient\)/],
  ['each', /^with claimed as \( update service_invoice_messages/],
  ['each', /^select count\(\*\) as mails, /],
  // Checks of a copy of the database.
  ['each', /^select from \w+ c where .* and not exists \(select from \w+ p /],
  ['each', /^with kept as \(select account_id, status, owner_key, /],
  // Administrators.
  ['merged', /^select account_id, id from \(select account_id, id, created_at from (?:leads|lead_search) where true/],
  ['merged', /^select l\.account_id, .* from \(select account_id, id from leads where true order by created_at/],
  ['merged', /^select count\(\*\) as .* from \(select status, busca from leads order by/],
  ['merged', /^select coalesce\(sum\(count\), 0\)::bigint as count from lead_totals/],
  ['merged', /^select coalesce\(sum\(amount_paid_cents/],
  ['merged', /^select c\.\*, l\.\*, /],
  ['merged', /^select count\(\*\) as count from (?:accounts where id not in|users u join identities)/],
  ['merged', /^select (?:count\(\*\) as count|id, kind, recipient, .*) from outbox where failed_at is not null/],
  // Whoever signs in, or opens a link, is not known to belong to an account yet.
  ['directory', /^update sessions set last_seen_at/],
  ['directory', /^with taken as \(delete from account_backup_links where token_hash/],
  ['directory', /^delete from identities i where id = /],
  ['directory', /^with old as \(select id, nome from identities/],
  ['directory', /^select distinct on \(i\.id\) u\.account_id as "accountId", i\.email/],
  ['directory', /^select exists \(select from users\) as found/],
]

/** Tables of no account. */
const tableFates: Record<string, Fate> = {
  accounts: 'each',
  admin_trail: 'directory',
  identities: 'directory',
  migrations: 'each',
  password_resets: 'directory',
  past_trials: 'directory',
  rate_limits: 'directory',
  service_invoice_hook: 'directory',
  service_invoice_messages: 'each',
  stripe_events: 'directory',
}

const namesOf = async (tenant: boolean): Promise<string[]> =>
  (
    await db.rows<{ name: string }>(
      `select relname as name from pg_class t
        where relnamespace = 'public'::regnamespace and relkind = 'r' and $1 = exists (
          select from pg_attribute where attrelid = t.oid and attname = 'account_id' and not attisdropped)
        order by 1`,
      [tenant],
    )
  ).map(({ name }) => name)

const tenantTables = new Set(await namesOf(true))

interface PlanNode {
  'Node Type': string
  'Relation Name'?: string
  Alias?: string
  Plans?: PlanNode[]
}

const nodesOf = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)]

const conditionsOf = (node: PlanNode): string =>
  Object.entries(node)
    .filter(([name]) => /Cond$|Filter$/.test(name))
    .map(([, value]) => String(value))
    .join(' ')

/** Does the statement read a table of accounts without a condition on the account, be it by a join? */
const readsManyAccounts = async (statement: string): Promise<boolean> => {
  const explained = await db.row<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
    `explain (generic_plan, format json) ${statement}`,
  )
  const nodes = explained ? nodesOf(explained['QUERY PLAN'][0].Plan) : []
  const conditions = nodes.map(conditionsOf).join(' ')
  return nodes.some(node => {
    const { 'Relation Name': table, Alias: alias } = node
    if (table === undefined || !tenantTables.has(table) || node['Node Type'] === 'ModifyTable') return false
    return (
      !/\baccount_id\b/.test(conditionsOf(node)) && !new RegExp(String.raw`\b${alias}\.account_id\b`).test(conditions)
    )
  })
}

const folder = new URL('./released-states/', import.meta.url)
const newest =
  (await readdir(folder))
    .filter(name => name.startsWith('statements-of-'))
    .sort()
    .at(-1) ?? ''

describe('accounts on several databases', () => {
  it('have all statements of the last release on one of them, except the listed ones', async () => {
    const statements = (await readFile(new URL(newest, folder), 'utf8')).split(';\n').filter(line => line !== '')
    expect(statements.length).toBeGreaterThan(500)
    const unlisted: string[] = []
    const used = new Set<RegExp>()
    for (const statement of statements) {
      if (!(await readsManyAccounts(statement))) continue
      const matching = statementFates.filter(([, pattern]) => pattern.test(statement))
      for (const [, pattern] of matching) used.add(pattern)
      if (matching.length !== 1) unlisted.push(`${matching.length} × ${statement}`)
    }
    expect(unlisted).toEqual([])
    expect(statementFates.map(([, pattern]) => pattern).filter(pattern => !used.has(pattern))).toEqual([])
  })

  it('share only the listed tables', async () => {
    expect((await namesOf(false)).toSorted()).toEqual(Object.keys(tableFates).toSorted())
  })
})
