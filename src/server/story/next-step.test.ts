import { expect, it } from 'vitest'
import { leadsApi } from '#contract/leads/leads.ts'
import { storyApi } from '#contract/story/story.ts'
import { aLead, aMember, aUser } from '../testing/factories.ts'
import { testApp } from '../testing/test-app.ts'

const app = await testApp()
const { call } = app

const calling = { kind: 'ligar', day: '2026-11-23', time: '14:30', texto: 'Falar com o sócio' }
const visit = { kind: 'visita', day: '2026-11-30', time: null, texto: null }

const setUp = async () => {
  const { token } = await aUser(app)
  const lead = await aLead(app, token)
  const at = { token, params: { id: lead._id } }
  return {
    lead,
    at,
    set: async (body: object) => call(storyApi.setNextStep, { ...at, body }),
    told: async () => (await call(storyApi.list, { ...at, query: { show: 'conversations' } })).data.entries,
  }
}

it('the next step is on the lead, wherever it is read, and does not move the card', async () => {
  const { lead, at, set } = await setUp()
  const { data } = await set({ step: calling })
  expect(data).toEqual({ ...lead, nextStep: calling, version: 2 })
  expect((await call(leadsApi.find, at)).data).toEqual(data)
  expect((await call(leadsApi.board, { token: at.token })).data.columns[0]?.leads).toEqual([data])
  const moved = await call(leadsApi.update, { ...at, body: { status: 'ganho' } })
  expect(moved.data.nextStep).toEqual(calling)
  await call(leadsApi.remove, at)
  expect((await call(leadsApi.restore, at)).data.nextStep).toEqual(calling)
  expect((await set({ step: null })).data.nextStep).toBeNull()
})

it('a finished step and the next one are one request, and one entry even if repeated', async () => {
  const { set, told } = await setUp()
  await set({ step: calling })
  const done = { _id: '0192f0c1-0000-7000-8000-00000000000d', outcome: 'Pediu uma visita' }
  for (const _ of [1, 2]) expect((await set({ step: visit, done })).data.nextStep).toEqual(visit)
  expect(await told()).toMatchObject([
    { kind: 'step', stepKind: 'ligar', stepDay: '2026-11-23', texto: 'Pediu uma visita', actor: { kind: 'user' } },
  ])
})

it('without a step there is nothing to finish', async () => {
  const { set, told } = await setUp()
  const done = { _id: '0192f0c1-0000-7000-8000-00000000000e' }
  expect((await set({ step: null, done })).status).toBe(200)
  expect(await told()).toEqual([])
})

it('a seller cannot plan the lead of another', async () => {
  const owner = await aUser(app)
  const [seller, other] = [await aMember(app, owner, 'seller'), await aMember(app, owner, 'seller')]
  const lead = await aLead(app, seller.token)
  const request = { token: other.token, params: { id: lead._id }, body: { step: visit } }
  expect((await call(storyApi.setNextStep, request)).status).toBe(404)
})

it.each([
  [{ ...visit, kind: 'fax' }, { 'step.kind': 'Este tipo não existe' }],
  [{ ...visit, day: '2026-02-30' }, { 'step.day': 'Esta data não existe' }],
  [{ ...visit, time: '25:00' }, { 'step.time': 'Informe uma hora válida' }],
])('%j is rejected', async (step, fields) => {
  const { set } = await setUp()
  const { status, error } = await set({ step })
  expect([status, error.fields]).toEqual([400, fields])
})
