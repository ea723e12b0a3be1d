import { describe, expect, it } from 'vitest'
import { bulkApi } from '#contract/bulk/bulk.ts'
import { duplicatesApi } from '#contract/duplicates/duplicates.ts'
import { type Lead, leadsApi } from '#contract/leads/leads.ts'
import { anonymizeWord, privacyApi } from '#contract/privacy/privacy.ts'
import { storyApi } from '#contract/story/story.ts'
import { maintainLeads } from '../leads/lead-maintenance.ts'
import { aBackup, prepareRestore, restore, undoRestore } from '../testing/account-backups.ts'
import { aLead, aSubscriber, type Person } from '../testing/factories.ts'
import { testApp } from '../testing/test-app.ts'

const app = await testApp()
const { call, clock } = app

const at = ({ token }: Person, { _id: id }: Lead) => ({ token, params: { id } })
const note = (person: Person, lead: Lead, texto: string) =>
  call(storyApi.addNote, { ...at(person, lead), body: { texto } })
const notesOf = async (person: Person, lead: Lead) =>
  (await call(storyApi.list, { ...at(person, lead), query: { show: 'conversations' } })).data.entries.map(e => e.texto)
const find = async (person: Person, lead: Lead) => (await call(leadsApi.find, at(person, lead))).data
const merge = (person: Person, kept: Lead, { _id, version }: Lead) =>
  call(duplicatesApi.merge, { ...at(person, kept), body: { version: kept.version, others: [{ _id, version }] } })
const undo = ({ token }: Person, id: string) => call(bulkApi.undo, { token, params: { id } })
const emptyTrashAfter = (days: number) =>
  maintainLeads(
    { ...app.services, now: () => new Date(clock.now.getTime() + days * 24 * 60 * 60 * 1000) },
    async () => {},
  )

describe('a merged lead', () => {
  it.each([0, 31])(
    'that was merged %i days before the state comes back takes its notes along, and back with the undo',
    async days => {
      const owner = await aSubscriber(app, 'enterprise')
      const [one, other] = [await aLead(app, owner.token), await aLead(app, owner.token, { nome: 'Bia' })]
      await note(owner, one, 'Da Ana')
      await note(owner, other, 'Da Bia')
      const backupId = await aBackup(app, owner)
      await merge(owner, one, other)
      await emptyTrashAfter(days)
      const { _id } = await restore(app, owner, backupId, 'state')
      expect(await notesOf(owner, other)).toEqual(['Da Bia'])
      expect(await notesOf(owner, one)).toEqual(['Da Ana'])
      await undoRestore(app, owner, _id)
      expect(await notesOf(owner, one)).toEqual(['Da Bia', 'Da Ana'])
      // It is a merged lead again, which is not missing.
      expect((await prepareRestore(app, owner, backupId, 'missing')).preview).toMatchObject({ returning: 0 })
    },
  )

  it.each([
    [0, 1, 2],
    [2, 1, 0],
    [1, 0, 2],
  ])('that was merged with another one merged into it has all notes again after the undo', async (a, b, c) => {
    const owner = await aSubscriber(app, 'enterprise')
    const leads = [await aLead(app, owner.token), await aLead(app, owner.token), await aLead(app, owner.token)]
    const [inner, middle, kept] = [leads[a], leads[b], leads[c]] as [Lead, Lead, Lead]
    for (const lead of leads) await note(owner, lead, `De ${leads.indexOf(lead)}`)
    const backupId = await aBackup(app, owner)
    await merge(owner, middle, inner)
    await merge(owner, kept, await find(owner, middle))
    const { _id } = await restore(app, owner, backupId, 'state')
    expect(await notesOf(owner, kept)).toEqual([`De ${c}`])
    await undoRestore(app, owner, _id)
    expect(await notesOf(owner, kept)).toEqual(['De 2', 'De 1', 'De 0'])
  })

  it('stays apart from one that was anonymized since, and the undo goes on', async () => {
    const owner = await aSubscriber(app, 'enterprise')
    const one = await aLead(app, owner.token, { telefone: '11911112222', email: 'um@exemplo.com' })
    const other = await aLead(app, owner.token, { telefone: '11933334444', email: 'outro@exemplo.com' })
    await note(owner, other, 'De outro')
    const backupId = await aBackup(app, owner)
    await merge(owner, one, other)
    const { _id } = await restore(app, owner, backupId, 'state')
    const body = { person: { leadId: one._id }, confirmation: anonymizeWord }
    expect((await call(privacyApi.anonymize, { token: owner.token, body })).data.leads).toBe(1)
    expect(await undoRestore(app, owner, _id)).toMatchObject({ state: 'undone', undo: { removed: 1 } })
    expect(await notesOf(owner, one)).toEqual([])
  })

  it('that was parted since keeps its story for itself when the other one comes back', async () => {
    const owner = await aSubscriber(app, 'enterprise')
    const leads = [await aLead(app, owner.token), await aLead(app, owner.token), await aLead(app, owner.token)]
    const [one, other, third] = leads as [Lead, Lead, Lead]
    await note(owner, one, 'De um')
    await note(owner, other, 'De outro')
    const { data: merged } = await merge(owner, one, other)
    const backupId = await aBackup(app, owner)
    await undo(owner, merged._id)
    await call(leadsApi.remove, at(owner, one))
    await emptyTrashAfter(31)
    await restore(app, owner, backupId, 'missing')
    expect(await notesOf(owner, one)).toEqual(['De um'])
    const { data: again } = await merge(owner, third, await find(owner, other))
    expect((await undo(owner, again._id)).data).toMatchObject({ undone: 2 })
    expect(await notesOf(owner, other)).toEqual(['De outro'])
  })

  it('whose person was erased since leaves no note in the lead that it was parted from', async () => {
    const owner = await aSubscriber(app, 'enterprise')
    const one = await aLead(app, owner.token, { telefone: '11911112222', email: 'um@exemplo.com' })
    const other = await aLead(app, owner.token, { telefone: '11933334444', email: 'outro@exemplo.com' })
    await note(owner, one, 'De um')
    await note(owner, other, 'De outro')
    const { data: merged } = await merge(owner, one, other)
    const backupId = await aBackup(app, owner)
    await undo(owner, merged._id)
    const body = { person: { leadId: other._id }, confirmation: anonymizeWord }
    expect((await call(privacyApi.anonymize, { token: owner.token, body })).data.leads).toBe(1)
    for (const lead of [one, other]) await call(leadsApi.remove, at(owner, lead))
    await emptyTrashAfter(31)
    await restore(app, owner, backupId, 'missing')
    expect(await notesOf(owner, one)).toEqual(['De um'])
  })
})
