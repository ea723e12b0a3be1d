import { beforeAll, describe, expect, it } from 'vitest'
import { type Lead, leadsApi } from '#contract/leads/leads.ts'
import { storyApi } from '#contract/story/story.ts'
import {
  aLead,
  aLeadForm,
  aMember,
  anExportedLead,
  aUser,
  fetchAllLeads,
  type Person,
} from '../../testing/factories.ts'
import { testApp } from '../../testing/test-app.ts'

const app = await testApp()
const { call, db } = app

let owner: Person
let manager: Person
let seller: Person
let leads: Record<'owners' | 'sellers' | 'colleagues' | 'unassigned', Lead>

const waiters = `from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`

const set = (settings: { sellers_see?: string; sellers_take_unassigned?: boolean }) =>
  db.run('update accounts set sellers_see = $2, sellers_take_unassigned = $3 where id = $1', [
    owner.account._id,
    settings.sellers_see ?? 'own',
    settings.sellers_take_unassigned ?? false,
  ])
const at = (person: Person, lead: Lead) => ({ token: person.token, params: { id: lead._id } })
const idsOf = (found: Lead[]) => found.map(({ _id }) => _id).toSorted()

beforeAll(async () => {
  owner = await aUser(app)
  manager = await aMember(app, owner, 'manager')
  seller = await aMember(app, owner, 'seller')
  const colleague = await aMember(app, owner, 'seller')
  leads = {
    owners: await aLead(app, owner.token, { nome: 'Visível Um', valorServico: 1 }),
    sellers: await aLead(app, seller.token, { nome: 'Visível Dois', valorServico: 2 }),
    colleagues: await aLead(app, colleague.token, { nome: 'Visível Três', valorServico: 4 }),
    unassigned: await aLead(app, owner.token, { nome: 'Visível Quatro', valorServico: 8 }),
  }
  await db.run('update leads set user_id = null where id = $1', [leads.unassigned._id])
})

/** Returns the ids that a member sees, and asserts that all endpoints agree. */
const seenBy = async ({ token }: Person): Promise<string[]> => {
  const listed = idsOf(await fetchAllLeads(app, token))
  const { columns } = (await call(leadsApi.board, { token })).data
  expect(idsOf(columns.flatMap(column => column.leads))).toEqual(listed)
  expect(columns.reduce((sum, { total }) => sum + total, 0)).toBe(listed.length)
  expect(idsOf(await fetchAllLeads(app, token, { search: 'visível' }))).toEqual(listed)
  const values = Object.fromEntries(Object.values(leads).map(lead => [lead._id, lead.valorServico]))
  const valorTotal = listed.reduce((sum, id) => sum + (values[id] ?? 0), 0)
  for (const query of [{}, { dataProspeccaoInicio: '1900-01-01' }, { status: 'novo-lead' }, { search: 'visivel' }]) {
    const stats = (await call(leadsApi.stats, { token, query })).data
    expect([stats.total, stats.valorTotal]).toEqual([listed.length, valorTotal])
    expect((await call(leadsApi.list, { token, query })).data.total).toBe(listed.length)
  }
  for (const lead of Object.values(leads)) {
    const { status } = await call(leadsApi.find, { token, params: { id: lead._id } })
    expect(status).toBe(listed.includes(lead._id) ? 200 : 404)
  }
  return listed
}

describe('in all endpoints, a member sees', () => {
  it('all leads as owner or manager', async () => {
    await set({})
    for (const person of [owner, manager]) expect(await seenBy(person)).toEqual(idsOf(Object.values(leads)))
  })

  it('only their own leads as a seller', async () => {
    await set({})
    expect(await seenBy(seller)).toEqual(idsOf([leads.sellers]))
  })

  it('their own and unassigned leads as a seller who may take these', async () => {
    await set({ sellers_take_unassigned: true })
    expect(await seenBy(seller)).toEqual(idsOf([leads.sellers, leads.unassigned]))
  })

  it('all leads as a seller if the owner allows it', async () => {
    await set({ sellers_see: 'all' })
    expect(await seenBy(seller)).toEqual(idsOf(Object.values(leads)))
  })
})

describe('a lead that the seller cannot see', () => {
  it('is not found, and cannot be changed, replaced, removed or restored', async () => {
    await set({})
    const lead = await aLead(app, owner.token)
    const requests = [
      call(leadsApi.update, { ...at(seller, lead), body: { status: 'ganho' } }),
      call(leadsApi.replace, { ...at(seller, lead), body: aLeadForm({ status: 'novo-lead' }) as never }),
      call(leadsApi.remove, at(seller, lead)),
      call(leadsApi.remove, { ...at(seller, lead), headers: { 'if-match': '"9"' } }),
      call(leadsApi.create, { token: seller.token, body: lead as never }),
    ]
    for (const { status, error } of await Promise.all(requests))
      expect([status, error.code]).toEqual([404, 'not_found'])
    expect((await call(leadsApi.find, at(owner, lead))).data).toEqual(lead)
    await call(leadsApi.remove, at(owner, lead))
    expect((await call(leadsApi.restore, at(seller, lead))).status).toBe(404)
    expect((await call(leadsApi.trash, { token: seller.token })).data.leads).toEqual([])
    expect((await call(leadsApi.trash, { token: manager.token })).data.leads).toHaveLength(1)
  })

  it.each([false, true])('is not taken from the trash by its id (seller takes unassigned leads: %s)', async takes => {
    await set({ sellers_take_unassigned: takes })
    const lead = await aLead(app, owner.token)
    await call(storyApi.addNote, { ...at(owner, lead), body: { texto: 'Só do dono' } })
    await call(leadsApi.remove, at(owner, lead))
    const body = { ...aLeadForm(), _id: lead._id }
    expect((await call(leadsApi.create, { token: seller.token, body })).error.code).toBe('not_found')
    expect((await call(leadsApi.restore, at(owner, lead))).data).toMatchObject({ nome: lead.nome, version: 2 })
  })

  it('is not taken by a request that waits for its removal', async () => {
    await set({})
    const lead = await aLead(app, owner.token)
    const body = { ...aLeadForm(), _id: lead._id }
    const taken = await db.transaction(async tx => {
      await tx.run('delete from leads where account_id = $1 and id = $2', [owner.account._id, lead._id])
      const waiting = call(leadsApi.create, { token: seller.token, body })
      await expect.poll(() => db.rows(`select ${waiters}`), { timeout: 5000 }).toHaveLength(1)
      return { waiting }
    })
    expect((await taken.waiting).error.code).toBe('not_found')
  })

  it('can be restored by the seller who was responsible for it', async () => {
    await set({})
    const lead = await aLead(app, seller.token)
    await call(leadsApi.remove, at(manager, lead))
    const { data } = await call(leadsApi.restore, at(seller, lead))
    expect(data).toEqual({ ...lead, version: 2 })
  })
})

it('an import by a manager does not change the responsible member', async () => {
  const lead = await aLead(app, seller.token)
  await call(leadsApi.sync, { token: manager.token, body: { leads: [anExportedLead({ _id: lead._id })] } })
  expect((await call(leadsApi.find, at(manager, lead))).data).toMatchObject({ userId: seller.member._id, version: 2 })
})
