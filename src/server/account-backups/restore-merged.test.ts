import { describe, expect, it } from 'vitest'
import { duplicatesApi } from '#contract/duplicates/duplicates.ts'
import type { Lead } from '#contract/leads/leads.ts'
import { storyApi } from '#contract/story/story.ts'
import { maintainLeads } from '../leads/lead-maintenance.ts'
import { aBackup, restore } from '../testing/account-backups.ts'
import { aLead, aSubscriber, type Person } from '../testing/factories.ts'
import { testApp } from '../testing/test-app.ts'

const app = await testApp()
const { call, clock } = app

const at = ({ token }: Person, { _id: id }: Lead) => ({ token, params: { id } })
const note = (person: Person, lead: Lead, texto: string) =>
  call(storyApi.addNote, { ...at(person, lead), body: { texto } })
const notesOf = async (person: Person, lead: Lead) =>
  (await call(storyApi.list, { ...at(person, lead), query: { show: 'conversations' } })).data.entries.map(e => e.texto)
const merge = (person: Person, kept: Lead, { _id, version }: Lead) =>
  call(duplicatesApi.merge, { ...at(person, kept), body: { version: kept.version, others: [{ _id, version }] } })
const emptyTrashAfter = (days: number) =>
  maintainLeads(
    { ...app.services, now: () => new Date(clock.now.getTime() + days * 24 * 60 * 60 * 1000) },
    async () => {},
  )

describe('a merged lead', () => {
  it.each([0, 31])('that was merged %i days before the state comes back takes its notes along', async days => {
    const owner = await aSubscriber(app, 'enterprise')
    const [one, other] = [await aLead(app, owner.token), await aLead(app, owner.token, { nome: 'Bia' })]
    await note(owner, one, 'Da Ana')
    await note(owner, other, 'Da Bia')
    const backupId = await aBackup(app, owner)
    await merge(owner, one, other)
    await emptyTrashAfter(days)
    await restore(app, owner, backupId, 'state')
    expect(await notesOf(owner, other)).toEqual(['Da Bia'])
    expect(await notesOf(owner, one)).toEqual(['Da Ana'])
  })
})
