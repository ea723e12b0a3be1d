import { beforeAll, describe, expect, it } from 'vitest'
import { adminApi, type Metrics } from '#contract/admin.ts'
import { formatReais } from '#contract/values/money.ts'
import {
  aLead,
  anAdmin,
  anExpiredTrialUser,
  aSubscriber,
  aUser,
  fetchAllLeads,
  type Person,
  subscribe,
} from '../testing/factories.ts'
import { testApp } from '../testing/test-app.ts'
import { getMetrics } from './store.ts'

const app = await testApp()
const { call, db } = app
let admin: Person
let payer: Person

beforeAll(async () => {
  admin = await anAdmin(app)
  payer = await aSubscriber(app, 'pro')
  const basic = await aSubscriber(app, 'basic')
  const onTrial = await aUser(app)
  await anExpiredTrialUser(app)
  for (const person of [admin, payer, payer, payer, basic, onTrial]) await aLead(app, person.token)
  for (const status of ['canceled', 'canceled', 'past_due'] as const) {
    const person = await aUser(app)
    await aLead(app, person.token, { status: 'ganho' })
    await subscribe(app, person.user, 'enterprise', status)
  }
})

const metrics = async (): Promise<Metrics> => (await call(adminApi.metrics, { token: admin.token })).data
const sqlCount = async (text: string) => (await db.row<{ count: number }>(`select count(*) as count ${text}`))?.count

describe('the metrics', () => {
  it('count clients without administrators, and leads', async () => {
    expect(await metrics()).toEqual({
      totalClients: 7,
      activeClients: 2,
      totalLeads: 9,
      avgLeadsPerClient: 1.14,
      canceledClients: 2,
      pastDueClients: 1,
      leadsByPlan: [
        { _id: 'basic', count: 1 },
        { _id: 'enterprise', count: 3 },
        { _id: 'pro', count: 3 },
        { _id: null, count: 2 },
      ],
      backup: { lastVerifiedAt: null, isOverdue: false },
    })
  })

  it('equal a count of all rows after leads were added, moved and deleted', async () => {
    const moved = await aLead(app, payer.token)
    await aLead(app, payer.token, { status: 'perdido' })
    await db.run("update leads set status = 'ganho', stage = 'ganho' where id = $1", [moved._id])
    const [first] = await fetchAllLeads(app, payer.token)
    await db.run('delete from leads where id = $1', [first?._id])

    const found = await metrics()
    const joined =
      "from users u join accounts a on a.id = u.account_id join identities i on i.id = u.identity_id where i.role = 'user'"
    expect(found.totalClients).toBe(await sqlCount(joined))
    expect(found.activeClients).toBe(await sqlCount(`${joined} and a.subscription_status = 'active'`))
    expect(found.canceledClients).toBe(await sqlCount(`${joined} and a.subscription_status = 'canceled'`))
    expect(found.pastDueClients).toBe(await sqlCount(`${joined} and a.subscription_status = 'past_due'`))
    expect(found.totalLeads).toBe(await sqlCount('from leads'))
    const clientLeads = await sqlCount(`from leads where account_id in (select u.account_id ${joined})`)
    expect(clientLeads).toBeLessThan(found.totalLeads)
    expect(found.avgLeadsPerClient).toBeCloseTo((clientLeads ?? 0) / found.totalClients, 2)
    const byPlan = await db.rows(
      `select a.subscription_plan as _id, count(*) as count from leads l join accounts a on a.id = l.account_id
        group by 1 order by 1 nulls last`,
    )
    expect(found.leadsByPlan).toEqual(byPlan)
    expect(found.leadsByPlan.reduce((sum, { count }) => sum + count, 0)).toBe(found.totalLeads)

    const { data: leads } = await call(adminApi.leads, { token: admin.token })
    expect(leads.total).toBe(found.totalLeads)
    const { data: clients } = await call(adminApi.users, { token: admin.token })
    expect(clients.total).toBe(found.totalClients)
  })

  it('omit a plan without leads', async () => {
    const person = await aSubscriber(app, 'enterprise')
    const before = await metrics()
    const lead = await aLead(app, person.token)
    await db.run('delete from leads where id = $1', [lead._id])
    expect(await metrics()).toEqual(before)
  })
})

it('have no average and no plans without clients', async () => {
  const rolledBack = new Error('rolled back')
  let found: Awaited<ReturnType<typeof getMetrics>> | undefined
  const emptied = db.transaction(async tx => {
    await tx.run('delete from accounts')
    found = await getMetrics(tx)
    throw rolledBack
  })
  await expect(emptied).rejects.toBe(rolledBack)
  expect(found).toMatchObject({ totalClients: 0, totalLeads: 0, avgLeadsPerClient: 0, leadsByPlan: [] })
})

describe('the revenue', () => {
  it('is zero without a paid invoice', async () => {
    const { data } = await call(adminApi.revenue, { token: admin.token })
    expect(formatReais(data.totalRevenue)).toBe('R$\u00a00,00')
  })
})
