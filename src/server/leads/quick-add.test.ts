import { expect, it, vi } from 'vitest'
import { isIncompleteLead } from '#contract/leads/incomplete-lead.ts'
import { leadsApi } from '#contract/leads/leads.ts'
import { aLead, aMember, aUser } from '../testing/factories.ts'
import { testApp } from '../testing/test-app.ts'

const app = await testApp()
const { call, db } = app

it('a name and a phone number make an incomplete lead, once per id, and nothing less does', async () => {
  const { token, member } = await aUser(app)
  const body = { nome: 'Maria', telefone: '(11) 98765-4321', dataProspeccao: '2026-11-22' }
  const { status, data } = await call(leadsApi.quickAdd, { token, body })
  expect(status).toBe(201)
  expect(data).toMatchObject({ nome: 'Maria', negocio: '', email: '', valorServico: 0, status: 'novo-lead' })
  expect([data.userId, isIncompleteLead(data)]).toEqual([member._id, true])
  const again = await call(leadsApi.quickAdd, { token, body: { ...body, nome: 'Outra', _id: data._id } })
  expect([again.status, again.data.nome]).toEqual([200, 'Maria'])

  const { error } = await call(leadsApi.quickAdd, { token, body: { ...body, nome: ' ', telefone: '' } })
  expect(error.fields).toEqual({ nome: 'Informe o nome', telefone: 'Informe o telefone' })
  const full = await call(leadsApi.create, { token, body: body as never })
  expect(full.status).toBe(400)
})

it('a phone number finds its lead in any spelling, an e-mail in any case, and only what the member sees', async () => {
  const owner = await aUser(app)
  const seller = await aMember(app, owner, 'seller')
  const lead = await aLead(app, owner.token, { telefone: '+55 11 8765-4321', email: 'Maria@Sol.com.br' })
  await aLead(app, owner.token, { telefone: '(21) 3333-4444', email: 'outra@sol.com.br' })
  const find = async (query: Record<string, string>, { token } = owner) =>
    (await call(leadsApi.sameContact, { token, query })).data.leads.map(({ _id }) => _id)
  for (const telefone of ['11987654321', '(11) 98765-4321', '011 8765.4321', '0 15 11 98765-4321', '5511987654321'])
    expect(await find({ telefone }), telefone).toEqual([lead._id])
  expect(await find({ email: ' MARIA@sol.com.br ' })).toEqual([lead._id])
  expect(await find({ telefone: '(21) 3333-4444', email: 'maria@sol.com.br' })).toHaveLength(2)
  expect(await find({ telefone: '(11) 9876' })).toEqual([])
  expect(await find({})).toEqual([])
  expect(await find({ telefone: '11987654321' }, seller)).toEqual([])
  expect(await find({ telefone: '11987654321' }, await aUser(app))).toEqual([])
})

it('a placeholder finds the five oldest of its leads, and reads no others', async () => {
  const { token } = await aUser(app)
  const placeholder = { telefone: '(11) 90000-0000', email: 'naotem@exemplo.com' }
  const ids: string[] = []
  for (let index = 0; index < 12; index++) ids.push((await aLead(app, token, placeholder))._id)
  const rows = vi.spyOn(db, 'rows')
  const find = async (query: Record<string, string>) =>
    (await call(leadsApi.sameContact, { token, query: { ...placeholder, ...query } })).data.leads.map(({ _id }) => _id)
  expect(await find({})).toEqual(ids.slice(0, 5))
  expect(await find({ of: ids[2] ?? '' })).toEqual([0, 1, 3, 4, 5].map(index => ids[index]))
  const read = await Promise.all(rows.mock.results.map(({ value }) => value as Promise<unknown[]>))
  expect(Math.max(...read.map(({ length }) => length))).toBe(6)
})
