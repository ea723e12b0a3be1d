import { describe, expect, it, onTestFinished } from 'vitest'
import { authApi } from '#contract/auth/auth.ts'
import { billingApi } from '#contract/billing/billing.ts'
import { type LeadStatus, legacyStatuses, type Stage, stageOf, stages } from '#contract/leads/lead-status.ts'
import { type Lead, leadsApi } from '#contract/leads/leads.ts'
import type { Db } from '#server/db/client.ts'
import { migrate } from '#server/db/migrate.ts'
import { aLeadForm, fetchAllLeads } from '#server/testing/factories.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { originalDatabase } from '#server/testing/test-database.ts'
import { fillState, migrateTo, states } from './released-states/fill-state.ts'

interface Expected {
  number: string
  email: string
  status: 'active' | 'past_due' | 'canceled' | 'inactive'
  plan: 'basic' | 'pro' | 'enterprise' | null
  isTrial: boolean
  role: 'admin' | 'user'
  /** Whether the lead endpoints are available. */
  open: boolean
}

const user = (number: string, email: string, some: Partial<Expected>): Expected => ({
  number,
  email,
  status: 'inactive',
  plan: null,
  isTrial: false,
  role: 'user',
  open: true,
  ...some,
})

/** Users of the fills of migration 001. */
const users: Expected[] = [
  user('01', 'Ana.Ativa@exemplo.com.br', { status: 'active', plan: 'pro' }),
  user('02', 'bruno@exemplo.com.br', { status: 'active', plan: 'basic' }),
  user('03', 'carla@exemplo.com.br', { status: 'past_due', plan: 'pro', open: false }),
  user('04', 'davi@exemplo.com.br', { status: 'canceled', plan: 'enterprise', open: false }),
  user('05', 'elisa@exemplo.com.br', { isTrial: true }),
  user('06', 'fabio@exemplo.com.br', { open: false }),
  user('07', 'gloria@exemplo.com.br', { role: 'admin' }),
]
const openUsers = users.filter(({ open }) => open)

const tokenOf = (text: string): string => text.padEnd(43, 'x')
const password = 'segredo1'

interface StoredLead {
  id: string
  user_id: string
  nome: string
  valor: number
  status: LeadStatus
  version: number
  created_at: string
}

const leadsText = `select id, user_id, nome, valor_servico_centavos as valor, status, version,
  to_char(created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as created_at from leads where account_id::text like $1 order by id`

const storedLeads = (db: Db, { number }: Expected) => db.rows<StoredLead>(leadsText, [`%${number}`])

const asStored = ({ _id, userId, nome, valorServico, status, version, createdAt }: Lead) => ({
  id: _id,
  user_id: userId,
  nome,
  valor: Math.round(valorServico * 100),
  status,
  version,
  created_at: createdAt,
})

const byStage = (leads: StoredLead[], stage: Stage) => leads.filter(lead => stageOf(lead.status) === stage)
const sum = (leads: StoredLead[]) => leads.reduce((total, { valor }) => total + valor, 0) / 100

const survivors = [
  'accounts',
  'users',
  'sessions',
  'leads',
  'outbox',
  'password_resets',
  'rate_limits',
  'admin_trail',
  'checkouts',
  'subscriptions',
  'invoices',
  'past_trials',
  'stripe_events',
]

const countRows = async (db: Db): Promise<Record<string, number>> => {
  const known = await db.rows<{ name: string }>(
    `select table_name as name from information_schema.tables where table_schema = 'public'`,
  )
  const counts: Record<string, number> = {}
  for (const table of survivors) {
    if (!known.some(({ name }) => name === table)) continue
    counts[table] = (await db.row<{ count: number }>(`select count(*) as count from ${table}`))?.count ?? -1
  }
  return counts
}

/** Returns maintained totals that differ from a recount. */
const wrongTotals = (db: Db) =>
  db.rows(
    `select account_id, status, k.count as kept_count, r.count, k.centavos as kept_centavos, r.centavos, k.bytes as kept_bytes, r.bytes
       from (select account_id, status, sum(count)::bigint as count, sum(valor_centavos)::bigint as centavos,
                    sum(bytes)::bigint as bytes
               from lead_totals group by account_id, status having sum(count) <> 0) k
       full join (select account_id, status, count(*) as count, sum(valor_servico_centavos)::bigint as centavos,
                         sum(lead_bytes(leads))::bigint as bytes
                    from leads group by account_id, status) r using (account_id, status)
      where k.count is distinct from r.count or k.centavos is distinct from r.centavos or k.bytes is distinct from r.bytes`,
  )

/** Returns rows of `lead_search` that differ from their lead, and leads without a row. */
const wrongSearches = (db: Db) => {
  const columns = `account_id, id, busca, stage, valor_servico_centavos, user_id, created_at, updated_at, data_prospeccao,
    data_fechamento, status, telefone_chave, nome, negocio`
  return db.rows(
    `with kept as (select ${columns} from lead_search), leads_now as (select ${columns} from leads)
     (table kept except table leads_now) union all (table leads_now except table kept)`,
  )
}

/** Returns figures of reports that differ from a recount. */
const wrongReportTotals = (db: Db) =>
  db.rows(
    `with kept as (select account_id, month, owner_key, stage, lost_reason_key, count, valor_centavos from report_totals where count <> 0),
       counted as (
         select l.account_id, report_month(l.stage, l.stage_since, l.data_fechamento, a.timezone), owner_key(l.user_id), l.stage,
                owner_key(l.lost_reason_id), count(*), sum(l.valor_servico_centavos)
           from leads l join accounts a on a.id = l.account_id where l.stage <> 'nurturing' group by 1, 2, 3, 4, 5)
     (table kept except table counted) union all (table counted except table kept)`,
  )

/** Returns leads whose story does not begin with their creation and what was known about it. */
const wrongStories = (db: Db) =>
  db.rows(
    `select l.id from leads l
       left join story_entries s on s.account_id = l.account_id and s.lead_id = l.id
      where l.stage_since <> l.updated_at or s.kind is distinct from 'created' or s.at <> l.created_at
         or s.actor_kind is not null or s.to_stage is distinct from case when l.created_at = l.updated_at then l.stage end`,
  )

const expectSameLeads = async (app: TestApp, expected: Expected, before: StoredLead[]): Promise<void> => {
  const token = tokenOf(`open-1-of-${expected.number}`)
  const byId = (one: { id: string }, other: { id: string }) => (one.id < other.id ? -1 : 1)
  expect((await fetchAllLeads(app, token)).map(asStored).sort(byId)).toEqual(before)
  const { data: stats } = await app.call(leadsApi.stats, { token })
  expect(stats.total).toBe(before.length)
  expect([stats.valorTotal, stats.valorFechados]).toEqual([sum(before), sum(byStage(before, 'ganho'))])
  const { data: board } = await app.call(leadsApi.board, { token })
  for (const [index, stage] of stages.entries()) {
    const leads = byStage(before, stage)
    const column = board.columns[index]
    expect([column?.status, column?.total, column?.valor]).toEqual([stage, leads.length, sum(leads)])
    expect(column?.leads.map(({ _id }) => _id).sort()).toEqual(leads.map(({ id }) => id))
  }
}

/** Writes by every endpoint; the totals must follow. */
const writeOn = async (app: TestApp, { number }: Expected, before: StoredLead[]): Promise<void> => {
  const token = tokenOf(`open-2-of-${number}`)
  const { data: created } = await app.call(leadsApi.create, { token, body: aLeadForm() })
  const moved = await app.call(leadsApi.update, { token, params: { id: created._id }, body: { status: 'ganho' } })
  expect([moved.status, moved.data.version]).toEqual([200, 2])
  const old = before.find(({ status }) => status in legacyStatuses)
  if (!old) return
  const params = { id: old.id }
  expect((await app.call(leadsApi.update, { token, params, body: { status: 'perdido' } })).data.version).toBe(
    old.version + 1,
  )
  expect((await app.call(leadsApi.remove, { token, params })).status).toBe(204)
}

/** Has the schema of the state under test. */
const original = await originalDatabase()

describe.each(states)('a database filled after migration %i', state => {
  it('returns the same data after the current migrations, with the same sessions and passwords', async () => {
    await original.change(db => migrateTo(db, state))
    // Close each database with its test: all of them together would exceed PostgreSQL's connections.
    const database = await original.copy(onTestFinished)
    await fillState(database, state)
    const hasLeads = state >= 2
    const [counts, ...before] = await Promise.all([
      countRows(database),
      ...users.map(one => (hasLeads ? storedLeads(database, one) : [])),
    ])
    await migrate(database)
    expect(await countRows(database)).toMatchObject(counts)
    expect(await wrongTotals(database)).toEqual([])
    expect(await wrongReportTotals(database)).toEqual([])
    expect(await wrongSearches(database)).toEqual([])
    if (state < 18) expect(await wrongStories(database)).toEqual([])

    const app = await testApp({}, { database })
    for (const [index, expected] of users.entries()) {
      const { number, email, status, plan, isTrial, role, open } = expected
      for (const session of ['open-1', 'open-2']) {
        const { data } = await app.call(authApi.me, { token: tokenOf(`${session}-of-${number}`) })
        expect(data.user).toMatchObject({
          email,
          role,
          subscription_status: status,
          subscription_plan: plan,
          is_trial: isTrial,
        })
      }
      expect((await app.call(authApi.me, { token: tokenOf(`idle-of-${number}`) })).status).toBe(401)
      const lists = await app.call(leadsApi.list, { token: tokenOf(`open-1-of-${number}`) })
      expect(lists.status).toBe(open ? 200 : 402)
      if (open) await expectSameLeads(app, expected, before[index] ?? [])
    }
    for (const { email } of users.slice(0, 2))
      expect((await app.call(authApi.login, { body: { email, password } })).status).toBe(200)
    for (const expected of openUsers) await writeOn(app, expected, before[users.indexOf(expected)] ?? [])
    expect(await wrongTotals(database)).toEqual([])
    expect(await wrongReportTotals(database)).toEqual([])
    expect(await wrongSearches(database)).toEqual([])

    if (state >= 5) {
      // The catch-up job replays Stripe events since its last run.
      const job = await database.row(
        `select due_at = '2026-01-09 12:10Z' as is_due, succeeded_at = '2026-01-09 12:00Z' as is_known from jobs
          where name = 'catch-up'`,
      )
      expect(job).toEqual({ is_due: true, is_known: true })
    }

    const ana = tokenOf('open-1-of-01')
    if (state >= 5) {
      const { data } = await app.call(billingApi.history, { token: ana })
      expect(data.subscriptions).toMatchObject([{ id: 'sub_01', plan: 'pro', status: 'active' }])
    }
    if (state >= 3) {
      const link = { email: 'davi@exemplo.com.br', token: tokenOf('reset-of-04') }
      const body = { ...link, password: 'outra-senha', confirmPassword: 'outra-senha' }
      expect((await app.call(authApi.resetPassword, { body })).status).toBe(200)
    }
    if (state >= 9) {
      const body = { email: 'bruno.novo@exemplo.com.br', token: tokenOf('email-of-02') }
      expect((await app.call(authApi.confirmEmail, { body })).status).toBe(200)
    }
  })
})
