import { describe, expect, it } from 'vitest'
import { type Lead, leadsApi } from '#contract/leads/leads.ts'
import {
  aLead,
  anExportedLead,
  aSubscriber,
  aUser,
  importLeads,
  type Person,
  subscribe,
} from '../../testing/factories.ts'
import { testApp } from '../../testing/test-app.ts'
import { maintainLeads } from '../lead-maintenance.ts'
import { insertErasures } from './erased-people.ts'
import { removeExpiredLeads } from './trash.ts'

const app = await testApp()
const { call, db } = app

const at = (token: string, { _id }: Lead) => ({ token, params: { id: _id } })
const remove = (token: string, lead: Lead) => call(leadsApi.remove, at(token, lead))
const restore = (token: string, lead: Lead) => call(leadsApi.restore, at(token, lead))
const trash = async (token: string, query = {}) => (await call(leadsApi.trash, { token, query })).data
const maintainAt = (days: number) =>
  maintainLeads({ ...app.services, now: () => new Date(Date.now() + days * 24 * 60 * 60 * 1000) }, async () => {})
/** Each has 9 MB. */
const removeThreeLargeLeads = async ({ token, account }: Person): Promise<Lead[]> => {
  const leads = [await aLead(app, token), await aLead(app, token), await aLead(app, token)]
  for (const lead of leads) await remove(token, lead)
  await db.run(
    `update removed_leads set lead = lead || jsonb_build_object('descricao_servico', t.text)
       from (select string_agg(md5(n::text), '') as text from generate_series(1, 280000) n) t where account_id = $1`,
    [account._id],
  )
  return leads
}

describe('the trash', () => {
  it('contains removed leads, last removed first, with the member who removed them', async () => {
    const { token, user, member } = await aUser(app)
    const leads = [await aLead(app, token), await aLead(app, token), await aLead(app, token)]
    for (const lead of leads) await remove(token, lead)
    const { leads: removed, nextCursor, total } = await trash(token)
    expect(removed.map(({ lead }) => lead)).toEqual(leads.toReversed())
    expect(removed[0]?.removedBy).toEqual({ _id: member._id, nome: user.nome })
    expect([nextCursor, total]).toEqual([null, 3])
  })

  it('is paginated', async () => {
    const { token } = await aUser(app)
    const leads = [await aLead(app, token), await aLead(app, token), await aLead(app, token)]
    for (const lead of leads) await remove(token, lead)
    const first = await trash(token, { limit: 2 })
    expect(first.total).toBe(3)
    const second = await trash(token, { limit: 2, cursor: first.nextCursor ?? '' })
    const ids = [...first.leads, ...second.leads].map(({ lead }) => lead._id)
    expect(ids).toEqual(leads.map(({ _id }) => _id).toReversed())
    expect(second.nextCursor).toBeNull()
  })

  it('contains only leads of the account', async () => {
    const [owner, other] = [await aUser(app), await aUser(app)]
    const lead = await aLead(app, owner.token)
    await remove(owner.token, lead)
    expect((await trash(other.token)).leads).toEqual([])
    expect((await restore(other.token, lead)).status).toBe(404)
  })

  it('is emptied after 30 days without resetting the lead’s version', async () => {
    const { token } = await aUser(app)
    const lead = await aLead(app, token)
    await remove(token, lead)
    await maintainAt(29)
    expect((await trash(token)).leads).toHaveLength(1)
    await maintainAt(31)
    expect((await trash(token)).leads).toEqual([])
    expect((await restore(token, lead)).status).toBe(404)
    expect((await call(leadsApi.create, { token, body: lead as never })).data.version).toBe(2)
  })

  it('is emptied at most as many leads per statement as it may', async () => {
    const { token } = await aUser(app)
    await maintainAt(31)
    for (const _ of [1, 2, 3]) await remove(token, await aLead(app, token))
    const later = new Date(Date.now() + 31 * 24 * 60 * 60 * 1000)
    const removeTwo = () => removeExpiredLeads(db, later, 2)
    expect([await removeTwo(), await removeTwo(), await removeTwo()]).toEqual([2, 1, 0])
  })

  it('of an account that never paid is limited to 20 MB: the oldest removals are deleted first', async () => {
    const person = await aUser(app)
    const leads = await removeThreeLargeLeads(person)
    await maintainAt(0)
    expect((await trash(person.token)).leads.map(({ lead }) => lead._id)).toEqual([leads[2]?._id, leads[1]?._id])
  })

  it('of a customer whose subscription ended is not limited', async () => {
    const customer = await aSubscriber(app, 'pro')
    await removeThreeLargeLeads(customer)
    await subscribe(app, customer.user, null, 'canceled')
    await maintainAt(0)
    const left = 'select from removed_leads where account_id = $1 and lead is not null'
    expect(await db.rows(left, [customer.account._id])).toHaveLength(3)
  })
})

describe('POST /leads/trash/restore', () => {
  const restoreMany = (token: string, leads: Lead[]) =>
    call(leadsApi.restoreMany, { token, body: { ids: leads.map(({ _id }) => _id) } })

  it('restores the listed leads of the account once and skips others', async () => {
    const [{ token }, other] = [await aUser(app), await aUser(app)]
    const [kept, ...removed] = [await aLead(app, token), await aLead(app, token), await aLead(app, token)]
    const foreign = await aLead(app, other.token)
    for (const lead of removed) await remove(token, lead)
    await remove(other.token, foreign)
    const all = [kept, ...removed, foreign] as Lead[]
    expect((await restoreMany(token, [...all, ...removed])).data).toEqual({ restored: 2 })
    expect((await restoreMany(token, all)).data).toEqual({ restored: 0 })
    expect((await call(leadsApi.stats, { token })).data.total).toBe(3)
    expect((await trash(other.token)).leads).toHaveLength(1)
  })

  it('skips a lead whose person was erased, which a single request says', async () => {
    const { token, account } = await aUser(app)
    const [lead, other] = [await aLead(app, token, { email: 'rui@exemplo.com' }), await aLead(app, token)]
    for (const one of [lead, other]) await remove(token, one)
    await insertErasures(db, account._id, ['rui@exemplo.com'], new Date())
    const body = { ids: [lead._id, other._id] }
    expect((await call(leadsApi.restoreMany, { token, body })).data).toEqual({ restored: 1 })
    expect((await restore(token, lead)).error.code).toBe('person_erased')
    expect((await trash(token)).leads.map(one => one.lead._id)).toEqual([lead._id])
  })

  it('restores all or none within the plan’s limit', async () => {
    const { token } = await aSubscriber(app, 'basic')
    const leads = await importLeads(
      app,
      token,
      Array.from({ length: 99 }, () => anExportedLead()),
    )
    const removed = leads.slice(0, 2)
    for (const lead of removed) await remove(token, lead)
    for (const _ of [1, 2]) await aLead(app, token)
    await aLead(app, token)
    expect((await restoreMany(token, removed)).error.code).toBe('lead_limit_reached')
    expect((await trash(token)).leads).toHaveLength(2)
  })
})

describe('a restored lead', () => {
  it('is unchanged except for its version and is no longer in the trash', async () => {
    const { token } = await aUser(app)
    const lead = await aLead(app, token, { formaPagamento: 'Pix', dataFechamento: '2026-12-24', valorServico: 12.34 })
    await remove(token, lead)
    const { status, data } = await restore(token, lead)
    expect([status, data]).toEqual([200, { ...lead, version: 2 }])
    expect((await call(leadsApi.find, at(token, lead))).data).toEqual(data)
    expect((await trash(token)).leads).toEqual([])
    expect((await call(leadsApi.stats, { token })).data).toMatchObject({ total: 1, valorTotal: 12.34 })
  })

  it('is restored once by concurrent requests', async () => {
    const { token } = await aUser(app)
    const lead = await aLead(app, token)
    await remove(token, lead)
    const responses = await Promise.all(Array.from({ length: 5 }, () => restore(token, lead)))
    expect(responses.map(({ status, data }) => [status, data.version])).toEqual(Array(5).fill([200, 2]))
  })

  it('gets the defaults of columns added after its removal', async () => {
    const { token } = await aUser(app)
    const lead = await aLead(app, token)
    await remove(token, lead)
    await db.run(`update removed_leads set lead = lead || '{"dropped": 1}' where id = $1`, [lead._id])
    await db.run(`alter table leads add column younger text not null default 'as usual'`)
    expect((await restore(token, lead)).status).toBe(200)
    expect(await db.row('select younger from leads where id = $1', [lead._id])).toEqual({ younger: 'as usual' })
  })

  it('counts toward the plan’s limit, unlike leads in the trash', async () => {
    const { token } = await aSubscriber(app, 'basic')
    const [lead] = await importLeads(
      app,
      token,
      Array.from({ length: 100 }, () => anExportedLead()),
    )
    await remove(token, lead as Lead)
    await aLead(app, token)
    const { status, error } = await restore(token, lead as Lead)
    expect([status, error.code]).toEqual([403, 'lead_limit_reached'])
    expect((await trash(token)).leads).toHaveLength(1)
  })
})
