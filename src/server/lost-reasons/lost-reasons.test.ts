import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import type { Lead } from '#contract/leads/leads.ts'
import { leadsApi } from '#contract/leads/leads.ts'
import { lostReasonsApi, maxLostReasons } from '#contract/lost-reasons/lost-reasons.ts'
import { storyApi } from '#contract/story/story.ts'
import { aLead, aMember, aUser, type Person } from '../testing/factories.ts'
import { testApp } from '../testing/test-app.ts'

const app = await testApp()
const { call } = app

const reasonsOf = async ({ token }: Person) => (await call(lostReasonsApi.list, { token })).data.reasons
const reasonId = async (person: Person, name: string) =>
  (await reasonsOf(person)).find(({ nome }) => nome === name)?._id
const move = async ({ token }: Person, { _id: id }: Lead, status: Lead['status']) =>
  (await call(leadsApi.update, { token, params: { id }, body: { status } })).data
const setReason = ({ token }: Person, { _id: id }: Lead, reason: string | null | undefined, note?: string) =>
  call(lostReasonsApi.set, { token, params: { id }, body: { reasonId: reason ?? null, ...(note && { note }) } })
const storyOf = async ({ token }: Person, { _id: id }: Lead) =>
  (await call(storyApi.list, { token, params: { id } })).data.entries

it('a new account has reasons that managers rename, add and archive', async () => {
  const owner = await aUser(app)
  const names = [
    'Preço',
    'Sem orçamento agora',
    'Escolheu um concorrente',
    'Sumiu',
    'Não era o perfil',
    'Prazo',
    'Outro',
  ]
  expect((await reasonsOf(owner)).map(({ nome }) => nome)).toEqual(names)
  const save = (id: string, nome: string) =>
    call(lostReasonsApi.save, { token: owner.token, params: { id }, body: { nome } })
  const id = (await reasonId(owner, 'Sumiu')) ?? ''
  await save(id, 'Parou de responder')
  const added = randomUUID()
  await save(added, ' Fechou a empresa ')
  await call(lostReasonsApi.archive, { token: owner.token, params: { id } })
  const stored = await reasonsOf(owner)
  expect(stored.at(3)).toEqual({ _id: id, nome: 'Parou de responder', isArchived: true })
  expect(stored.at(-1)).toEqual({ _id: added, nome: 'Fechou a empresa', isArchived: false })
  expect((await save(id, 'Sumiu')).data.isArchived).toBe(false)
  for (let count = 8; count < maxLostReasons; count++)
    expect((await save(randomUUID(), `Motivo ${count}`)).status).toBe(200)
  const { status, error } = await save(randomUUID(), 'Mais um')
  expect([status, error.fields?.nome]).toEqual([400, 'Use no máximo 30 motivos'])
  expect((await save(added, 'Fechou as portas')).status).toBe(200)
})

it('a lost lead keeps its reason and note until it leaves the stage, and its story tells them', async () => {
  const owner = await aUser(app)
  const lead = await aLead(app, owner.token)
  const price = await reasonId(owner, 'Preço')
  const early = await setReason(owner, lead, price)
  expect([early.status, early.error.code]).toEqual([409, 'lead_not_lost'])

  const lost = await move(owner, lead, 'perdido')
  expect(lost).toMatchObject({ lostReasonId: null, lostNote: null })
  const { data } = await setReason(owner, lead, price, 'Achou caro')
  expect(data).toMatchObject({ lostReasonId: price, lostNote: 'Achou caro', updatedAt: lost.updatedAt })
  expect(data.version).toBe(lost.version + 1)
  expect((await setReason(owner, lead, price, 'Achou caro')).data.version).toBe(data.version)
  expect((await setReason(owner, lead, randomUUID())).status).toBe(404)
  const [told] = await storyOf(owner, lead)
  expect(told).toMatchObject({ kind: 'lost', lostReason: 'Preço', texto: 'Achou caro' })
  expect(told?.actor?.member?._id).toBe(owner.member._id)

  expect(await move(owner, lead, 'nurturing')).toMatchObject({ lostReasonId: null, lostNote: null })
  expect((await storyOf(owner, lead)).map(({ kind }) => kind)).toEqual(['stage', 'lost', 'stage', 'created'])
})

it('a lead keeps its reason in the trash, and an edit or a legacy status leaves it alone', async () => {
  const owner = await aUser(app)
  const lead = await aLead(app, owner.token, { status: 'perdido' })
  const price = await reasonId(owner, 'Preço')
  await setReason(owner, lead, price)
  const params = { id: lead._id }
  await call(leadsApi.update, { token: owner.token, params, body: { nome: 'Outro nome' } })
  expect(await move(owner, lead, 'proposta-recusada')).toMatchObject({ lostReasonId: price })
  await call(leadsApi.remove, { token: owner.token, params })
  const { data } = await call(leadsApi.restore, { token: owner.token, params })
  expect(data.lostReasonId).toBe(price)
})

it('a member of another account, and a seller who does not see the lead, set no reason', async () => {
  const owner = await aUser(app)
  const [stranger, seller] = [await aUser(app), await aMember(app, owner, 'seller')]
  const lead = await aLead(app, owner.token, { status: 'perdido' })
  for (const other of [stranger, seller]) expect((await setReason(other, lead, null)).status).toBe(404)
  expect((await setReason(owner, lead, await reasonId(stranger, 'Preço'))).status).toBe(404)
})

it('a reason that others renamed is not renamed back by who brings it back, nor over another new name', async () => {
  const { token } = await aUser(app)
  const [reason] = (await call(lostReasonsApi.list, { token })).data.reasons
  const { _id: id = '', nome = '' } = reason ?? {}
  const save = (name: string, was?: string) =>
    call(lostReasonsApi.save, { token, params: { id }, body: { nome: name, ...(was && { was: { nome: was } }) } })
  await save('Caro demais')
  await call(lostReasonsApi.archive, { token, params: { id } })
  expect((await save(nome, nome)).data).toEqual({ _id: id, nome: 'Caro demais', isArchived: false })
  const { status, error } = await save('Preço alto', nome)
  expect([status, error.code, error.current]).toEqual([
    412,
    'stale_setting',
    { nome: 'Caro demais', isArchived: false },
  ])
})

it('a reason that others archived stays archived under its new name, also when all places are taken', async () => {
  const { token } = await aUser(app)
  const list = async () => (await call(lostReasonsApi.list, { token })).data.reasons
  const [{ _id: id = '', nome = '' } = {}] = await list()
  const save = (body: object, params = { id }) => call(lostReasonsApi.save, { token, params, body: body as never })
  await call(lostReasonsApi.archive, { token, params: { id } })
  while ((await list()).length <= maxLostReasons) await save({ nome: 'Outro' }, { id: randomUUID() })
  const was = { nome, isArchived: false }
  expect((await save({ nome: 'Preço alto', was })).data).toEqual({
    _id: id,
    nome: 'Preço alto',
    isArchived: true,
  })
})

it('the reason of a lead is not replaced by who saw another one', async () => {
  const owner = await aUser(app)
  const lead = await move(owner, await aLead(app, owner.token), 'perdido')
  const [price, gone] = [await reasonId(owner, 'Preço'), await reasonId(owner, 'Sumiu')]
  const set = (body: object) =>
    call(lostReasonsApi.set, { token: owner.token, params: { id: lead._id }, body: body as never })
  const was = { reasonId: null, note: null }
  await set({ reasonId: price, note: 'Pediu metade', was })
  const { status, error } = await set({ reasonId: gone, was })
  expect([status, error.code]).toEqual([412, 'stale_lead'])
  expect(error.lead).toMatchObject({ lostReasonId: price, lostNote: 'Pediu metade' })
  expect((await set({ reasonId: price, note: 'Pediu metade', was })).status).toBe(200)
  const { data } = await set({ reasonId: gone, was: { reasonId: price, note: 'Pediu metade' } })
  expect([data.lostReasonId, data.lostNote]).toEqual([gone, null])
})
