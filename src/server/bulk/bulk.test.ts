import { randomUUID } from 'node:crypto'
import { v7 as uuidv7 } from 'uuid'
import { describe, expect, it } from 'vitest'
import { bulkApi } from '#contract/bulk/bulk.ts'
import { leadTrashApi } from '#contract/leads/lead-trash.ts'
import { type Lead, leadsApi } from '#contract/leads/leads.ts'
import { stageLimitsApi } from '#contract/stage-limits/stage-limits.ts'
import { storyApi } from '#contract/story/story.ts'
import { teamApi } from '#contract/team/team.ts'
import { aLead, aMember, anExportedLead, aSubscriber, aUser, fetchAllLeads, type Person } from '../testing/factories.ts'
import { testApp } from '../testing/test-app.ts'
import { bulkJobs } from './bulk-maintenance.ts'
import { removeOldBulkLeads } from './store.ts'

const app = await testApp()
const { call, db } = app

const ids = (leads: readonly Lead[]) => leads.map(({ _id }) => _id)
const byId = (leads: readonly Lead[]) => leads.toSorted((one, other) => (one._id < other._id ? -1 : 1))
const findLead = async ({ token }: Person, { _id: id }: Lead) =>
  (await call(leadsApi.find, { token, params: { id } })).data
const move = ({ token }: Person, body: object) => call(bulkApi.move, { token, body })
const undo = ({ token }: Person, id: string) => call(bulkApi.undo, { token, params: { id } })

/** Fields that an undo brings back; versions and times go on. */
const content = ({ version: _v, updatedAt: _u, stageSince: _s, isStageSinceExact: _e, ...fields }: Lead) => fields

const feedOf = ({ account }: Person) =>
  db.rows<{ kind: string; count: number; actor_id: string }>(
    'select kind, count, actor_id from changes where account_id = $1 order by seq',
    [account._id],
  )

const expectTotalsOfLeads = async (person: Person) => {
  const { data } = await call(leadsApi.stats, { token: person.token })
  const leads = await fetchAllLeads(app, person.token)
  const won = leads.filter(({ status }) => status === 'ganho')
  expect([data.total, data.ganho]).toEqual([leads.length, won.length])
  expect(data.valorFechados).toBeCloseTo(won.reduce((sum, { valorServico }) => sum + valorServico, 0))
}

/** Imports leads of which every third is won, and every fourth on the phone list. */
const importMany = async (person: Person, count: number) => {
  const leads = Array.from({ length: count }, (_, index) =>
    anExportedLead({
      nome: `Lead ${index}`,
      status: index % 3 === 0 ? 'ganho' : 'novo-lead',
      dataFechamento: index % 3 === 0 ? '2026-10-01' : null,
    }),
  )
  await call(leadsApi.sync, { token: person.token, body: { leads } })
}

describe('moving 2,340 filtered leads at once', () => {
  it('makes one entry in the feed, one in each story, correct totals, and one undo brings all back', async () => {
    const owner = await aUser(app)
    await importMany(owner, 2340)
    await aLead(app, owner.token, { nome: 'Fora do filtro' })
    const before = byId(await fetchAllLeads(app, owner.token))
    const feed = await feedOf(owner)

    const { data } = await move(owner, { filters: { search: 'lead ' }, to: 'perdido' })
    expect(data).toMatchObject({ changed: 2340, unchanged: 0, notFound: [] })
    expect((await feedOf(owner)).slice(feed.length)).toEqual([
      { kind: 'bulk', count: 2340, actor_id: owner.member._id },
    ])
    const moved = await fetchAllLeads(app, owner.token)
    expect(moved.filter(({ status }) => status === 'perdido')).toHaveLength(2340)
    expect(moved.every(({ status, dataFechamento }) => status !== 'perdido' || dataFechamento === null)).toBe(true)
    await expectTotalsOfLeads(owner)
    const told = await db.rows(
      `select from_stage, to_stage, actor_kind, actor_id, count(*) as count from story_entries
        where account_id = $1 and kind = 'stage' group by 1, 2, 3, 4 order by 1`,
      [owner.account._id],
    )
    const by = { to_stage: 'perdido', actor_kind: 'user', actor_id: owner.member._id }
    expect(told).toEqual([
      { from_stage: 'ganho', ...by, count: 780 },
      { from_stage: 'novo-lead', ...by, count: 1560 },
    ])

    expect((await undo(owner, data._id)).data).toEqual({ undone: 2340, kept: 0, keptLeads: [] })
    const after = byId(await fetchAllLeads(app, owner.token))
    expect(after.map(content)).toEqual(before.map(content))
    expect((await feedOf(owner)).slice(feed.length)).toHaveLength(2)
    await expectTotalsOfLeads(owner)
  })
})

describe('POST /leads/bulk/move', () => {
  it('sets the closing dates of single moves: today in the zone of the account when won, none after Ganho', async () => {
    const owner = await aUser(app)
    const [open, dated] = [
      await aLead(app, owner.token),
      await aLead(app, owner.token, { dataFechamento: '2026-12-24' }),
    ]
    app.clock.now = new Date('2026-11-21T02:59:00Z')
    await move(owner, { ids: ids([open, dated]), to: 'ganho' })
    app.clock.now = new Date()
    expect((await findLead(owner, open)).dataFechamento).toBe('2026-11-20T00:00:00.000Z')
    expect((await findLead(owner, dated)).dataFechamento).toBe('2026-12-24T00:00:00.000Z')
    const { data } = await move(owner, { ids: ids([open, dated]), to: 'ganho' })
    expect(data).toMatchObject({ changed: 0, unchanged: 2 })
    await move(owner, { ids: ids([dated]), to: 'negociacao' })
    expect((await findLead(owner, dated)).dataFechamento).toBeNull()
  })

  it('lists removed leads and those of a colleague alike, and changes neither', async () => {
    const owner = await aUser(app)
    const seller = await aMember(app, owner, 'seller')
    const [own, gone, other] = [
      await aLead(app, seller.token),
      await aLead(app, seller.token),
      await aLead(app, owner.token),
    ]
    await call(leadsApi.remove, { token: seller.token, params: { id: gone._id } })
    const unknown = uuidv7()
    const { data } = await move(seller, { ids: [...ids([own, gone, other]), unknown], to: 'negociacao' })
    expect(data).toMatchObject({ changed: 1, notFound: [gone._id, other._id, unknown] })
    expect(await findLead(owner, other)).toEqual(other)
    expect((await move(seller, { filters: {}, to: 'perdido' })).data.changed).toBe(1)
    expect(await findLead(owner, other)).toEqual(other)
  })

  it('leaves out leads that were deselected', async () => {
    const owner = await aUser(app)
    const leads = [await aLead(app, owner.token), await aLead(app, owner.token)]
    const { data } = await move(owner, { filters: { stage: 'novo-lead' }, except: [leads[0]?._id], to: 'perdido' })
    expect(data.changed).toBe(1)
    expect((await fetchAllLeads(app, owner.token, { stage: 'novo-lead' })).map(({ _id }) => _id)).toEqual([
      leads[0]?._id,
    ])
  })

  it('moves only leads that stand still with that filter', async () => {
    const owner = await aUser(app)
    const [stalled, fresh] = [await aLead(app, owner.token), await aLead(app, owner.token)]
    const changed = await call(stageLimitsApi.change, { token: owner.token, body: { days: { 'novo-lead': 3 } } })
    expect(changed.status).toBe(200)
    const aged = `update leads set stage_since = $2::timestamptz - interval '100 days' where id = $1`
    expect(await db.run(aged, [stalled._id, app.clock.now])).toBe(1)
    const { data } = await move(owner, { filters: { stalled: 'true' }, to: 'perdido' })
    expect(data.changed).toBe(1)
    expect((await findLead(owner, fresh)).status).toBe('novo-lead')
  })

  it('changes nothing when repeated with its id, and returns the first result', async () => {
    const owner = await aUser(app)
    const lead = await aLead(app, owner.token)
    const body = { _id: randomUUID(), ids: [lead._id], to: 'perdido' }
    const first = await move(owner, body)
    await call(leadsApi.update, { token: owner.token, params: { id: lead._id }, body: { status: 'negociacao' } })
    expect((await move(owner, body)).data).toEqual(first.data)
    expect((await findLead(owner, lead)).status).toBe('negociacao')
    const colleague = await aMember(app, owner, 'manager')
    expect((await move(colleague, body)).status).toBe(404)
  })

  it.each([
    ['neither leads nor filters', { to: 'ganho' }, 'ids'],
    ['both', { ids: [], filters: {}, to: 'ganho' }, 'ids'],
    ['an unknown filter', { filters: { stag: 'ganho' }, to: 'ganho' }, 'filters'],
    ['no stage', { ids: [] }, 'to'],
    ['a legacy status', { ids: [], to: 'proposta-aceita' }, 'to'],
    ['10,001 leads', { ids: Array.from({ length: 10_001 }, () => randomUUID()), to: 'ganho' }, 'ids'],
  ])('rejects %s', async (_, body, field) => {
    const { status, error } = await move(await aUser(app), body)
    expect(status).toBe(400)
    expect(Object.keys(error.fields ?? {})).toEqual([field])
  })

  it('rejects filters that match more than 10,000 leads, and changes none', async () => {
    const owner = await aUser(app)
    for (let part = 0; part < 3; part++) await importMany(owner, 3334)
    const { status, error } = await move(owner, { filters: {}, to: 'perdido' })
    expect([status, error.fields]).toEqual([400, { filters: 'Escolha no máximo 10.000 leads por vez' }])
    expect((await call(leadsApi.stats, { token: owner.token })).data.perdido).toBe(0)
    await expectTotalsOfLeads(owner)
  })
})

describe('the undo of a move out of Perdido', () => {
  it('brings the reason of the loss back', async () => {
    const owner = await aUser(app)
    const lead = await aLead(app, owner.token, { status: 'perdido' })
    const reason = await db.row<{ id: string }>('select id from lost_reasons where account_id = $1 limit 1', [
      owner.account._id,
    ])
    await db.run(`update leads set lost_reason_id = $2, lost_note = 'Caro' where id = $1`, [lead._id, reason?.id])
    const { data } = await move(owner, { ids: [lead._id], to: 'negociacao' })
    expect(await findLead(owner, lead)).toMatchObject({ lostReasonId: null, lostNote: null })
    await undo(owner, data._id)
    expect(await findLead(owner, lead)).toMatchObject({ status: 'perdido', lostReasonId: reason?.id, lostNote: 'Caro' })
  })
})

describe('POST /leads/bulk/assign', () => {
  it('assigns leads, and its undo returns them to their former members', async () => {
    const owner = await aUser(app)
    const seller = await aMember(app, owner, 'seller')
    const leads = [await aLead(app, owner.token), await aLead(app, owner.token), await aLead(app, seller.token)]
    const { data } = await call(bulkApi.assign, {
      token: owner.token,
      body: { ids: ids(leads), to: seller.member._id },
    })
    expect(data).toMatchObject({ changed: 2, unchanged: 1 })
    expect(await fetchAllLeads(app, seller.token)).toHaveLength(3)
    expect((await undo(owner, data._id)).data.undone).toBe(2)
    expect(byId(await fetchAllLeads(app, owner.token)).map(content)).toEqual(byId(leads).map(content))
  })

  it('rejects a member of another account, and an undo by a former manager', async () => {
    const owner = await aUser(app)
    const manager = await aMember(app, owner, 'manager')
    const lead = await aLead(app, manager.token)
    const assign = (to: string) => call(bulkApi.assign, { token: manager.token, body: { ids: [lead._id], to } })
    expect((await assign((await aUser(app)).member._id)).status).toBe(404)
    const { data } = await assign(owner.member._id)
    await call(teamApi.changeRole, {
      token: owner.token,
      params: { id: manager.member._id },
      body: { team_role: 'seller' },
    })
    expect((await undo(manager, data._id)).status).toBe(403)
    expect((await findLead(owner, lead)).userId).toBe(owner.member._id)
  })
})

describe('POST /leads/bulk/remove', () => {
  it('moves leads to the trash, and its undo brings them back with their stories', async () => {
    const owner = await aUser(app)
    const leads = [await aLead(app, owner.token), await aLead(app, owner.token)]
    const [first] = leads
    if (!first) throw new Error('a lead is missing')
    await call(storyApi.addNote, { token: owner.token, params: { id: first._id }, body: { texto: 'Ligar amanhã' } })
    const { data } = await call(bulkApi.remove, { token: owner.token, body: { ids: ids(leads) } })
    expect(data.changed).toBe(2)
    expect((await call(leadTrashApi.trash, { token: owner.token })).data.leads).toHaveLength(2)
    expect((await undo(owner, data._id)).data).toEqual({ undone: 2, kept: 0, keptLeads: [] })
    expect(byId(await fetchAllLeads(app, owner.token)).map(content)).toEqual(byId(leads).map(content))
    const story = await call(storyApi.list, { token: owner.token, params: { id: first._id } })
    expect(story.data.entries.map(({ kind }) => kind)).toEqual(['restored', 'removed', 'note', 'created'])
    await expectTotalsOfLeads(owner)
  })

  it('is undone within the quota of the plan or not at all', async () => {
    const owner = await aSubscriber(app, 'basic')
    const leads = [await aLead(app, owner.token), await aLead(app, owner.token)]
    const { data } = await call(bulkApi.remove, { token: owner.token, body: { ids: ids(leads) } })
    for (let count = 0; count < 99; count++) await aLead(app, owner.token)
    const { status, error } = await undo(owner, data._id)
    expect([status, error.code]).toEqual([403, 'lead_limit_reached'])
    expect(await fetchAllLeads(app, owner.token)).toHaveLength(99)
  })
})

describe('POST /leads/bulk/:id/undo', () => {
  it('keeps leads that were changed since, names them, and returns the first result when repeated', async () => {
    const owner = await aUser(app)
    const [quiet, edited, removed] = [
      await aLead(app, owner.token),
      await aLead(app, owner.token, { nome: 'Editada' }),
      await aLead(app, owner.token),
    ]
    const { data } = await move(owner, { ids: ids([quiet, edited, removed]), to: 'negociacao' })
    await call(leadsApi.update, { token: owner.token, params: { id: edited._id }, body: { valorServico: 9 } })
    await call(leadsApi.remove, { token: owner.token, params: { id: removed._id } })
    const { data: undone } = await undo(owner, data._id)
    expect(undone).toEqual({ undone: 1, kept: 2, keptLeads: [{ _id: edited._id, nome: 'Editada' }] })
    expect(await findLead(owner, edited)).toMatchObject({ status: 'negociacao', valorServico: 9 })
    expect((await findLead(owner, quiet)).status).toBe('novo-lead')
    expect((await undo(owner, data._id)).data).toEqual(undone)
  })

  it('is for the member who made the change, for 30 days', async () => {
    const owner = await aUser(app)
    const manager = await aMember(app, owner, 'manager')
    const leads = [await aLead(app, owner.token), await aLead(app, owner.token)]
    const { data } = await move(owner, { ids: ids(leads), to: 'negociacao' })
    expect((await undo(manager, data._id)).status).toBe(404)
    expect((await undo(await aUser(app), data._id)).status).toBe(404)
    app.clock.now = new Date(Date.now() + 31 * 24 * 60 * 60 * 1000)
    expect(await removeOldBulkLeads(db, app.clock.now, 1)).toBe(1)
    const [job] = bulkJobs(app.services)
    await job?.run({
      accountId: null,
      state: {},
      begunAt: app.clock.now,
      doneUntil: app.clock.now,
      save: async () => {},
      signal: new AbortController().signal,
    })
    app.clock.now = new Date()
    expect((await undo(owner, data._id)).status).toBe(404)
  })
})
