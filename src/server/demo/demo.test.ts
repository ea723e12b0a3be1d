import { describe, expect, it } from 'vitest'
import { authApi } from '#contract/auth/auth.ts'
import { billingApi } from '#contract/billing/billing.ts'
import { RestoredLead } from '#contract/leads/lead.ts'
import { stages } from '#contract/leads/lead-status.ts'
import { leadsApi } from '#contract/leads/leads.ts'
import { todayApi } from '#contract/today/today.ts'
import { z } from '#contract/zod.ts'
import { billingApp } from '../testing/billing-app.ts'
import { aUser } from '../testing/factories.ts'
import { testApp } from '../testing/test-app.ts'
import { demoLeads } from './demo-leads.ts'
import { demoLoginLines, seedDemo } from './seed-demo.ts'
import { subscribeDemoUsers } from './subscribe-demo.ts'

const now = new Date('2026-11-20T12:00:00Z')

describe('demo leads', () => {
  it('are the same for the same seed, and differ for another seed', () => {
    expect(demoLeads(1, 100, now)).toEqual(demoLeads(1, 100, now))
    expect(demoLeads(1, 100, now)).not.toEqual(demoLeads(2, 100, now))
  })

  it('cover every stage with timestamps in order', () => {
    const leads = demoLeads(1, 246, now)
    expect(new Set(leads.map(lead => lead.status))).toEqual(new Set(stages))
    expect(new Set(leads.map(lead => lead._id)).size).toBe(246)
    for (const { createdAt = '', updatedAt = '', status, dataFechamento } of leads) {
      expect(createdAt < updatedAt).toBe(true)
      expect(updatedAt <= now.toISOString()).toBe(true)
      expect(dataFechamento === null).toBe(status !== 'ganho')
    }
  })

  it('are valid lead forms', () => {
    for (const lead of demoLeads(3, 100, now)) expect(z.safeParse(RestoredLead, lead).error).toBeUndefined()
  })
})

describe('seedDemo', async () => {
  const app = await testApp({ isLocal: true })
  const countAll = () =>
    app.db.row<{ users: number; leads: number }>(
      'select (select count(*) from users) as users, (select count(*) from leads) as leads',
    )

  it('fills an empty database once, with users who can log in', async () => {
    expect(await demoLoginLines(app.services)).toEqual([])
    await seedDemo(app.services)
    expect(await countAll()).toEqual({ users: 6, leads: 400 })
    await seedDemo(app.services)
    expect(await countAll()).toEqual({ users: 6, leads: 400 })

    const [heading = '', ...people] = await demoLoginLines(app.services)
    const password = /senha de todos: (\S+)\)/.exec(heading)?.[1] ?? ''
    expect(people).toHaveLength(6)
    for (const line of people) {
      const [email = ''] = line.trim().split(' ')
      const { status, data } = await app.call(authApi.login, { body: { email, password } })
      expect([status, data.user.role === 'admin']).toEqual([200, line.includes('administradora')])
      expect((await app.call(leadsApi.stats, { token: data.token })).data.total).toBeGreaterThan(20)
    }
  })

  it('gives one account a team with its own leads, next steps and reasons', async () => {
    const login = (mailbox: string) =>
      app.call(authApi.login, { body: { email: `${mailbox}@fechou.example`, password: 'demonstracao' } })
    const { token, account } = (await login('rafael')).data
    expect(account.nome).toBe('Mariana Conceição Albuquerque')
    const { leads } = (await app.call(leadsApi.list, { token, query: { limit: 1 } })).data
    const seller = await app.call(leadsApi.stats, { token })
    const owner = await app.call(leadsApi.stats, { token: (await login('mariana')).data.token })
    expect(leads).toHaveLength(1)
    expect(seller.data.total).toBeLessThan(owner.data.total)
    expect(
      await app.db.row(
        `select count(next_step_day) > 20 as steps, count(lost_reason_id) > 5 as reasons,
                bool_or(user_id is null) as unassigned from leads where account_id = $1`,
        [account._id],
      ),
    ).toEqual({ steps: true, reasons: true, unassigned: true })
    const { groups } = (await app.call(todayApi.list, { token })).data
    expect(groups.filter(({ total }) => total > 0).map(({ group }) => group)).toEqual(
      expect.arrayContaining(['late', 'today', 'no-step']),
    )
  })

  it('subscribes the demo users in the sandbox, once', async () => {
    const billing = await billingApp({ isLocal: true })
    await seedDemo(billing.services)
    await subscribeDemoUsers(billing.services, billing.payments)
    await subscribeDemoUsers(billing.services, billing.payments)
    const { data } = await billing.payments.stripe.subscriptions.list({ status: 'active' })
    expect(data.map(({ items }) => items.data[0]?.price.unit_amount).toSorted()).toEqual([2900, 7900])
    const email = 'mariana@fechou.example'
    const login = await billing.call(authApi.login, { body: { email, password: 'demonstracao' } })
    expect(login.data.user).toMatchObject({ subscription_status: 'active', subscription_plan: 'pro' })
    const { invoices } = (await billing.call(billingApi.invoices, { token: login.data.token })).data
    expect(invoices).toMatchObject([{ status: 'paid', amount_paid: 7900 }])
  })

  it('rejects demo logins from other machines, with or without the printed password, and warns the operator', async () => {
    const lines: string[] = []
    const logStream = { write: (line: string) => void lines.push(line) }
    const start = await testApp({ isLocal: false, logLevel: 'warn' }, { logStream })
    const body = { email: 'admin@fechou.example', password: 'demonstracao' }
    const { status, data } = await app.call(authApi.login, { body })
    expect(status).toBe(200)
    const rejected = await start.call(authApi.login, { body })
    expect([rejected.status, rejected.error.code]).toEqual([401, 'invalid_credentials'])
    expect(lines.join('')).toContain('npm run admin -- --remove-demo')
    expect((await start.call(authApi.me, { token: data.token })).status).toBe(401)
    expect(await demoLoginLines(start.services)).toEqual([expect.stringContaining('npm run admin -- --remove-demo')])
    for (const headers of [{ 'x-forwarded-for': '203.0.113.1' }, { host: 'leads.exemplo.com.br' }]) {
      expect((await app.call(authApi.login, { body, headers })).status).toBe(401)
      expect((await app.call(authApi.me, { token: data.token, headers })).status).toBe(401)
    }
  })

  it('does not change a database with users', async () => {
    await app.db.run('delete from accounts')
    await aUser(app)
    await seedDemo(app.services)
    expect(await countAll()).toEqual({ users: 1, leads: 0 })
  })
})
