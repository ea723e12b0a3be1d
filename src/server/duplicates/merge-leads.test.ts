import { describe, expect, it } from 'vitest'
import { bulkApi } from '#contract/bulk/bulk.ts'
import { duplicatesApi } from '#contract/duplicates/duplicates.ts'
import { leadTrashApi } from '#contract/leads/lead-trash.ts'
import { type Lead, leadsApi } from '#contract/leads/leads.ts'
import { lostReasonsApi } from '#contract/lost-reasons/lost-reasons.ts'
import { storyApi } from '#contract/story/story.ts'
import { teamApi } from '#contract/team/team.ts'
import { maintainLeads } from '../leads/lead-maintenance.ts'
import { aLead, aMember, anExportedLead, aUser, importLeads, type Person } from '../testing/factories.ts'
import { testApp } from '../testing/test-app.ts'

const app = await testApp()
const { call } = app

const at = ({ token }: Person, { _id: id }: Lead) => ({ token, params: { id } })
const find = async (person: Person, lead: Lead) => (await call(leadsApi.find, at(person, lead))).data
const note = (person: Person, lead: Lead, texto: string) =>
  call(storyApi.addNote, { ...at(person, lead), body: { texto } })
const storyOf = async (person: Person, lead: Lead) =>
  (await call(storyApi.list, at(person, lead))).data.entries.map(({ kind, texto }) =>
    texto ? `${kind}: ${texto}` : kind,
  )
const versioned = ({ _id, version }: Lead) => ({ _id, version })
const merge = (person: Person, lead: Lead, others: Lead[], body: object = {}) =>
  call(duplicatesApi.merge, {
    ...at(person, lead),
    body: { version: lead.version, others: others.map(versioned), ...body },
  })
const setOf = async ({ token }: Person, settings: object) => {
  const { data } = await call(teamApi.list, { token })
  const body = { ...data.settings, ...settings }
  expect((await call(teamApi.changeSettings, { token, body })).status).toBe(200)
}
const undo = ({ token }: Person, id: string) => call(bulkApi.undo, { token, params: { id } })

describe('merging leads', () => {
  it('takes the chosen values and all stories, and its undo brings back both leads as they were', async () => {
    const owner = await aUser(app)
    const ana = await aLead(app, owner.token, { nome: 'Ana', email: 'ana@exemplo.com.br', valorServico: 100 })
    const bia = await aLead(app, owner.token, { nome: 'Ana Bia', email: 'bia@exemplo.com.br', valorServico: 900 })
    await note(owner, ana, 'Primeira')
    await note(owner, bia, 'Segunda')
    const { data } = await merge(owner, ana, [bia], { from: { nome: bia._id, valorServico: bia._id } })
    expect(data.lead).toMatchObject({ nome: 'Ana Bia', email: 'ana@exemplo.com.br', valorServico: 900 })
    expect(await storyOf(owner, ana)).toEqual([
      'merged: Ana Bia',
      'value',
      'note: Segunda',
      'note: Primeira',
      'created',
      'created',
    ])
    expect((await call(leadsApi.find, at(owner, bia))).status).toBe(404)
    const { data: found } = await call(leadsApi.list, { token: owner.token, query: { search: 'Ana Bia' } })
    expect(found.total).toBe(1)

    expect((await undo(owner, data._id)).data).toMatchObject({ undone: 2, kept: 0 })
    expect(await find(owner, ana)).toMatchObject({ nome: 'Ana', valorServico: 100 })
    expect(await find(owner, bia)).toMatchObject({ nome: 'Ana Bia', valorServico: 900 })
    expect(await storyOf(owner, bia)).toEqual(['restored', 'removed', 'note: Segunda', 'created'])
    expect(await storyOf(owner, ana)).toEqual([
      'value',
      'split: Ana Bia',
      'merged: Ana Bia',
      'value',
      'note: Primeira',
      'created',
    ])
  })

  it('gives entries back also through the trash, one merge after the other', async () => {
    const owner = await aUser(app)
    const [ana, bia, caio] = [
      await aLead(app, owner.token, { nome: 'Ana' }),
      await aLead(app, owner.token, { nome: 'Bia' }),
      await aLead(app, owner.token, { nome: 'Caio' }),
    ]
    await note(owner, caio, 'De Caio')
    const { data: first } = await merge(owner, bia, [caio])
    await merge(owner, ana, [first.lead])
    expect(await storyOf(owner, ana)).toContain('note: De Caio')
    await call(leadTrashApi.restore, at(owner, bia))
    expect(await storyOf(owner, ana)).not.toContain('note: De Caio')
    expect(await storyOf(owner, bia)).toContain('note: De Caio')
    await call(leadTrashApi.restoreMany, { token: owner.token, body: { ids: [caio._id] } })
    expect(await storyOf(owner, caio)).toContain('note: De Caio')
    expect(await storyOf(owner, bia)).not.toContain('note: De Caio')
  })

  it.each([
    ['the inner one first', ['Bia', 'Caio'], [['Caio'], ['Bia']]],
    ['the outer one first', ['Bia', 'Caio'], [['Bia'], ['Caio']]],
    ['both at once', ['Bia', 'Caio'], [['Bia', 'Caio']]],
    ['both at once, the inner one with the older lead', ['Caio', 'Bia'], [['Bia', 'Caio']]],
  ] as const)('gives entries back when a merge of a merge is undone, %s', async (_, created, steps) => {
    const owner = await aUser(app)
    const leads: Record<string, Lead> = {}
    for (const nome of [...created, 'Dora']) leads[nome] = await aLead(app, owner.token, { nome })
    const { Bia: bia, Caio: caio, Dora: dora } = leads as Record<'Bia' | 'Caio' | 'Dora', Lead>
    const ana = await aLead(app, owner.token, { nome: 'Ana' })
    for (const lead of [ana, bia, caio, dora]) await note(owner, lead, `De ${lead.nome}`)
    const { data: inner } = await merge(owner, caio, [dora])
    const { data: middle } = await merge(owner, bia, [inner.lead])
    await merge(owner, ana, [middle.lead])
    for (const step of steps) {
      const ids = step.map(nome => leads[nome]?._id)
      expect((await call(leadTrashApi.restoreMany, { token: owner.token, body: { ids } })).data.restored).toBe(
        ids.length,
      )
    }
    const notesOf = async (lead: Lead) => (await storyOf(owner, lead)).filter(line => line.startsWith('note')).sort()
    expect(await notesOf(ana)).toEqual(['note: De Ana'])
    expect(await notesOf(bia)).toEqual(['note: De Bia'])
    expect(await notesOf(caio)).toEqual(['note: De Caio', 'note: De Dora'])
    expect(await storyOf(owner, bia)).toContain('split: Caio')
    expect(await storyOf(owner, ana)).toContain('split: Bia')
    expect(await storyOf(owner, ana)).not.toContain('split: Caio')
    await call(leadTrashApi.restore, at(owner, dora))
    expect(await notesOf(dora)).toEqual(['note: De Dora'])
    expect(await notesOf(caio)).toEqual(['note: De Caio'])
  })

  it('gives entries back also when a file brings the lead back whose time in the trash is over', async () => {
    const owner = await aUser(app)
    const ana = await aLead(app, owner.token, { nome: 'Ana' })
    const [bia] = (await importLeads(app, owner.token, [anExportedLead({ nome: 'Bia' })])).filter(
      ({ _id }) => _id !== ana._id,
    ) as [Lead]
    await note(owner, bia, 'Da Bia')
    await merge(owner, ana, [bia])
    const later = () => new Date(app.clock.now.getTime() + 31 * 24 * 60 * 60 * 1000)
    await maintainLeads({ ...app.services, now: later }, async () => {})
    await importLeads(app, owner.token, [anExportedLead({ _id: bia._id, nome: 'Bia' })])
    expect(await storyOf(owner, bia)).toContain('note: Da Bia')
    expect(await storyOf(owner, ana)).toEqual(['split: Bia', 'merged: Bia', 'created'])
  })

  it('tells the split of an inner merge where its story is meanwhile', async () => {
    const owner = await aUser(app)
    const [ana, bia, caio] = [
      await aLead(app, owner.token, { nome: 'Ana' }),
      await aLead(app, owner.token, { nome: 'Bia' }),
      await aLead(app, owner.token, { nome: 'Caio' }),
    ]
    const { data: inner } = await merge(owner, bia, [caio])
    await merge(owner, ana, [inner.lead])
    await undo(owner, inner._id)
    expect(await storyOf(owner, ana)).toContain('split: Caio')
    await call(leadTrashApi.restore, at(owner, bia))
    expect(await storyOf(owner, ana)).not.toContain('split: Caio')
    expect(await storyOf(owner, bia)).toContain('split: Caio')
  })

  it('takes a status with the reason of the loss and the time since when, and its undo brings the own ones back', async () => {
    const owner = await aUser(app)
    // A file gives both leads the same time.
    const dates = { createdAt: '2026-09-01T12:00:00Z', updatedAt: '2026-09-01T12:00:00Z' }
    const [won, lost] = (
      await importLeads(app, owner.token, [
        anExportedLead({ ...dates, nome: 'Ana', status: 'ganho' }),
        anExportedLead({ ...dates, nome: 'Bia', status: 'perdido' }),
      ])
    ).toSorted((one, other) => one.nome.localeCompare(other.nome)) as [Lead, Lead]
    const { reasons } = (await call(lostReasonsApi.list, { token: owner.token })).data
    const loss = { lostReasonId: reasons[0]?._id ?? null, lostNote: 'Caro' }
    const body = { reasonId: loss.lostReasonId, note: loss.lostNote }
    const { data: told } = await call(lostReasonsApi.set, { ...at(owner, lost), body })
    expect(told.stageSince).toBe(won.stageSince)
    const { data } = await merge(owner, won, [told], { from: { status: lost._id } })
    expect(data.lead).toMatchObject({ status: 'perdido', ...loss, stageSince: lost.stageSince })
    expect((await storyOf(owner, won)).slice(0, 3)).toEqual(['merged: Bia', 'lost: Caro', 'stage'])
    await undo(owner, data._id)
    const back = await find(owner, won)
    expect(back).toMatchObject({ status: 'ganho', lostReasonId: null, lostNote: null, stageSince: won.stageSince })
    expect(back.isStageSinceExact).toBe(won.isStageSinceExact)
  })

  it('tells the open step that was not taken, and keeps the wish not to be contacted', async () => {
    const owner = await aUser(app)
    const [ana, bia] = [await aLead(app, owner.token), await aLead(app, owner.token, { naoContatar: true })]
    const step = { kind: 'ligar', day: '2026-12-01', time: null, texto: null }
    const { data: withStep } = await call(storyApi.setNextStep, { ...at(owner, bia), body: { step } })
    const { data } = await merge(owner, ana, [withStep])
    expect(data.lead).toMatchObject({ nextStep: null, naoContatar: true })
    const [entry] = (await call(storyApi.list, at(owner, ana))).data.entries
    expect(entry).toMatchObject({ kind: 'merged', stepKind: 'ligar', stepDay: '2026-12-01' })
  })

  it('keeps the values of a lead that was changed since, and restores the other', async () => {
    const owner = await aUser(app)
    const [ana, bia] = [await aLead(app, owner.token, { nome: 'Ana' }), await aLead(app, owner.token, { nome: 'Bia' })]
    const { data } = await merge(owner, ana, [bia], { from: { nome: bia._id } })
    await call(leadsApi.update, { ...at(owner, ana), body: { valorServico: 7 } })
    expect((await undo(owner, data._id)).data).toMatchObject({ undone: 1, kept: 1, keptLeads: [{ _id: ana._id }] })
    expect(await find(owner, ana)).toMatchObject({ nome: 'Bia', valorServico: 7 })
    expect((await find(owner, bia)).nome).toBe('Bia')
  })

  it('keeps what it took from a lead that its undo cannot bring back', async () => {
    const owner = await aUser(app)
    const seller = await aMember(app, owner, 'seller')
    const ana = await aLead(app, seller.token, { nome: 'Ana', telefone: '11911112222' })
    const bia = await aLead(app, owner.token, { nome: 'Bia', telefone: '11933334444' })
    await call(leadsApi.assign, { token: owner.token, body: { ids: [bia._id], to: null } })
    await setOf(owner, { sellers_take_unassigned: true })
    const { data } = await merge(seller, ana, [await find(seller, bia)], { from: { telefone: bia._id } })
    await setOf(owner, { sellers_take_unassigned: false })
    expect((await undo(seller, data._id)).data).toMatchObject({ undone: 0, kept: 2, keptLeads: [{ _id: ana._id }] })
    expect((await find(owner, ana)).telefone).toBe(bia.telefone)
  })

  it('rejects what was changed meanwhile, a lead of a colleague, and a field of a lead that is not merged', async () => {
    const owner = await aUser(app)
    const seller = await aMember(app, owner, 'seller')
    const [own, second, other] = [
      await aLead(app, seller.token),
      await aLead(app, seller.token),
      await aLead(app, owner.token),
    ]
    expect((await merge(seller, own, [other])).status).toBe(404)
    expect((await merge(seller, own, [own])).status).toBe(400)
    expect((await merge(seller, own, [second], { from: { nome: other._id } })).status).toBe(400)
    await call(leadsApi.update, { ...at(seller, second), body: { valorServico: 7 } })
    expect((await merge(seller, own, [second])).error.code).toBe('stale_lead')
    expect(await find(owner, own)).toEqual(own)
  })

  it('changes nothing when repeated with its id', async () => {
    const owner = await aUser(app)
    const [ana, bia] = [await aLead(app, owner.token), await aLead(app, owner.token)]
    const first = await merge(owner, ana, [bia], { _id: crypto.randomUUID() })
    expect((await merge(owner, ana, [bia], { _id: first.data._id })).data).toEqual(first.data)
  })
})
