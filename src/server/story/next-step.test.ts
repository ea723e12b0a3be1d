import { describe, expect, it } from 'vitest'
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

describe('finishing a step', () => {
  const doneAs = (outcome: string | null, was?: object | null) => ({
    _id: '0192f0c1-0000-7000-8000-00000000000e',
    outcome,
    ...(was !== undefined && { was }),
  })

  it('is rejected with the lead if another step is stored than the caller saw, or none', async () => {
    const { set, told } = await setUp()
    await set({ step: visit })
    for (const stored of [visit, null]) {
      await set({ step: stored })
      const { status, error } = await set({ step: null, done: doneAs('Fechou', calling) })
      expect([status, error.code]).toEqual([412, 'stale_lead'])
      expect(error.lead).toMatchObject({ nextStep: stored })
    }
    await set({ step: visit })
    expect((await set({ step: null, done: doneAs('Fechou', null) })).status).toBe(412)
    expect(await told()).toEqual([])
  })

  it('finishes the step that the caller saw', async () => {
    const { set, told } = await setUp()
    await set({ step: calling })
    expect((await set({ step: visit, done: doneAs('Fechou', calling) })).data.nextStep).toEqual(visit)
    expect(await told()).toMatchObject([{ kind: 'step', stepKind: 'ligar', texto: 'Fechou' }])
  })

  it('stores the outcome as a note if there is no step, and nothing without an outcome', async () => {
    const { set, told } = await setUp()
    expect((await set({ step: null, done: doneAs(null, null) })).status).toBe(200)
    expect(await told()).toEqual([])
    expect((await set({ step: visit, done: doneAs('Fechou') })).data.nextStep).toEqual(visit)
    const { _id } = doneAs(null)
    expect(await told()).toMatchObject([{ _id, kind: 'note', texto: 'Fechou', actor: { kind: 'user' } }])
  })

  it.each([
    ['a step', calling],
    ['no step', null],
  ])('repeated after %s corrects the outcome and the step after it, and finishes no second step', async (_, stored) => {
    const { set, told } = await setUp()
    await set({ step: stored })
    const { data: first } = await set({ step: visit, done: doneAs('Pediu uma visita', stored) })
    expect((await set({ step: visit, done: doneAs('Pediu uma visita', stored) })).data).toEqual(first)
    const later = { ...visit, day: '2026-12-01' }
    expect((await set({ step: later, done: doneAs('Pediu outro dia', stored) })).data.nextStep).toEqual(later)
    expect((await told()).map(({ texto }) => texto)).toEqual(['Pediu outro dia'])
  })

  it('is rejected with the id of an entry that another member wrote', async () => {
    const owner = await aUser(app)
    const colleague = await aMember(app, owner, 'manager')
    const at = { params: { id: (await aLead(app, owner.token))._id } }
    const finish = (token: string, outcome: string) =>
      call(storyApi.setNextStep, { ...at, token, body: { step: null, done: doneAs(outcome) } })
    expect((await finish(owner.token, 'Fechou')).status).toBe(200)
    expect((await finish(colleague.token, 'Desistiu')).status).toBe(404)
    const { data } = await call(storyApi.list, { ...at, token: owner.token, query: { show: 'conversations' } })
    expect(data.entries.map(({ texto }) => texto)).toEqual(['Fechou'])
  })
})

describe('a step that is planned over another one than the caller saw', () => {
  const later = { ...visit, day: '2026-12-01' }

  it('is rejected with the lead, and stored without `was`', async () => {
    const { set } = await setUp()
    for (const [stored, was] of [
      [visit, calling],
      [visit, null],
      [null, calling],
    ]) {
      await set({ step: stored })
      const { status, error } = await set({ step: later, was })
      expect([status, error.code]).toEqual([412, 'stale_lead'])
      expect(error.lead).toMatchObject({ nextStep: stored })
    }
    expect((await set({ step: later })).data.nextStep).toEqual(later)
    expect((await set({ step: calling, was: later })).data.nextStep).toEqual(calling)
  })

  it('is confirmed if it is stored already', async () => {
    const { set } = await setUp()
    const { data: first } = await set({ step: visit, was: null })
    expect((await set({ step: visit, was: null })).data).toEqual(first)
  })

  it('is rejected too when it follows a finished one and is repeated late, and the outcome stays as it was', async () => {
    const { set, told } = await setUp()
    await set({ step: calling })
    const done = (outcome: string) => ({ _id: '0192f0c1-0000-7000-8000-00000000000f', outcome, was: calling })
    for (const _ of [1, 2]) await set({ step: visit, was: calling, done: done('Fechou') })
    await set({ step: later })
    for (const step of [visit, null]) {
      const { status, error } = await set({ step, was: calling, done: done('Fechou mesmo') })
      expect([status, error.lead]).toEqual([412, expect.objectContaining({ nextStep: later })])
    }
    expect((await told()).map(({ texto }) => texto)).toEqual(['Fechou'])
    const { data } = await set({ step: visit, was: later, done: done('Fechou mesmo') })
    expect([data.nextStep, (await told()).map(({ texto }) => texto)]).toEqual([visit, ['Fechou mesmo']])
  })
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
