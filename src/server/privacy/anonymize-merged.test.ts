import { describe, expect, it } from 'vitest'
import { bulkApi } from '#contract/bulk/bulk.ts'
import { duplicatesApi } from '#contract/duplicates/duplicates.ts'
import { type Lead, leadsApi } from '#contract/leads/leads.ts'
import { anonymizeWord, privacyApi } from '#contract/privacy/privacy.ts'
import { storyApi } from '#contract/story/story.ts'
import { dumpDatabase } from '../testing/database-dump.ts'
import { aLead, aLeadForm, aSubscriber } from '../testing/factories.ts'
import { testApp } from '../testing/test-app.ts'

const app = await testApp()
const { call, db } = app

const canary = 'Canarinho'
const traces = async () =>
  Object.values(await dumpDatabase(db)).flatMap(lines => lines.filter(line => line.includes(canary)))

const anonymize = (token: string, person: object) =>
  call(privacyApi.anonymize, { token, body: { person, confirmation: anonymizeWord } })

const reportOn = async (token: string, person: object): Promise<string> =>
  (await call(privacyApi.report, { token, body: { person, format: 'json' } })).raw.payload

const note = async (token: string, { _id: id }: Lead, texto: string) =>
  (await call(storyApi.addNote, { token, params: { id }, body: { texto } })).data

/** Merges a lead into another one. Returns the id of the merge. */
const merge = async (token: string, into: Lead, other: Lead): Promise<string> => {
  const { version } = (await call(leadsApi.find, { token, params: { id: into._id } })).data
  const found = (await call(leadsApi.find, { token, params: { id: other._id } })).data
  const body = { version, others: [{ _id: found._id, version: found.version }] }
  const { status, data } = await call(duplicatesApi.merge, { token, params: { id: into._id }, body })
  expect(status).toBe(200)
  return data._id
}

describe('the anonymization of a person with merged leads', () => {
  it('erases leads that were merged into the person’s, whatever their contacts', async () => {
    const { token } = await aSubscriber(app, 'pro')
    const [kept, middle, first] = [
      await aLead(app, token, { nome: 'Ana', telefone: '11977770001', email: 'ana@exemplo.com.br' }),
      await aLead(app, token, { nome: `${canary} do meio`, telefone: '11977770002', email: 'meio@exemplo.com.br' }),
      await aLead(app, token, { nome: `${canary} de antes`, telefone: '11977770003', email: 'antes@exemplo.com.br' }),
    ]
    await merge(token, middle, first)
    await merge(token, kept, middle)
    expect((await anonymize(token, { telefone: kept.telefone })).data.leads).toBe(3)
    expect(await traces()).toEqual([])
    const { status } = await call(leadsApi.create, { token, body: aLeadForm({ telefone: first.telefone }) })
    expect(status).toBe(409)
  })

  it('erases the lead that the person’s was merged into, with the notes of both, as the report names them', async () => {
    const { token } = await aSubscriber(app, 'pro')
    const kept = await aLead(app, token, {
      nome: `${canary} de agora`,
      telefone: '11977770001',
      email: 'a@exemplo.com',
    })
    const middle = await aLead(app, token, { nome: 'Do meio', telefone: '11977770002', email: 'b@exemplo.com' })
    const first = await aLead(app, token, { nome: 'De antes', telefone: '11977770003', email: 'c@exemplo.com' })
    for (const lead of [first, kept]) await note(token, lead, `${canary} tem dois filhos`)
    await merge(token, middle, first)
    await merge(token, kept, middle)
    const person = { telefone: first.telefone }
    expect((await reportOn(token, person)).match(/tem dois filhos/g)).toHaveLength(2)
    expect((await call(privacyApi.person, { token, body: person })).data).toMatchObject({ notes: 2 })
    expect((await anonymize(token, person)).data.leads).toBe(3)
    expect(await traces()).toEqual([])
  })

  it('erases notes of the person in a lead of somebody else, and the name in its entries about the merge', async () => {
    const { token, account } = await aSubscriber(app, 'pro')
    const other = await aLead(app, token, { nome: 'Rui', telefone: '11977770001', email: 'rui@exemplo.com' })
    const lead = await aLead(app, token, { nome: canary, telefone: '11977770002', email: 'c@exemplo.com' })
    const bulkId = await merge(token, other, lead)
    await call(bulkApi.undo, { token, params: { id: bulkId } })
    const left = await note(token, other, `${canary} tem dois filhos`)
    // Earlier releases left such notes where they were when a merge of a merge was undone.
    await db.run('update story_entries set merged_from = $3 where account_id = $1 and id = $2', [
      account._id,
      left._id,
      [lead._id],
    ])
    await note(token, other, 'Rui gosta de café')
    const person = { telefone: lead.telefone }
    const report = await reportOn(token, person)
    expect(report).toContain('tem dois filhos')
    expect(report).not.toContain('Rui gosta')
    expect((await anonymize(token, person)).data.leads).toBe(1)
    expect(await traces()).toEqual([])
    const { entries } = (await call(storyApi.list, { token, params: { id: other._id } })).data
    expect(entries.map(({ kind }) => kind)).toEqual(['note', 'note', 'split', 'merged', 'created'])
    expect(entries[0]?.texto).toBe('Rui gosta de café')
  })
})

it('the retention leaves a lead alone that was merged into another since it was suggested', async () => {
  const { token } = await aSubscriber(app, 'pro')
  const kept = await aLead(app, token, { nome: 'Cliente ativo' })
  const old = await aLead(app, token, { nome: 'Antigo' })
  const lost = await aLead(app, token, { nome: 'Perdido' })
  await merge(token, kept, old)
  const body = { leadIds: [old._id, lost._id], confirmation: anonymizeWord }
  expect((await call(privacyApi.anonymizeLeads, { token, body })).data.leads).toBe(1)
  const { data } = await call(leadsApi.find, { token, params: { id: kept._id } })
  expect(data).toMatchObject({ nome: 'Cliente ativo', anonymizedAt: null })
})
