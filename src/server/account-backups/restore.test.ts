import { expect, it } from 'vitest'
import { type Lead, leadsApi } from '#contract/leads/leads.ts'
import { storyApi } from '#contract/story/story.ts'
import { anAccident, emptyHalfOfTrash, expectTotalsOfLeads, readContent } from '../testing/accident.ts'
import { aBackup, prepareRestore, restore, undoRestore } from '../testing/account-backups.ts'
import { aLead, aSubscriber, fetchAllLeads, type Person } from '../testing/factories.ts'
import { testApp } from '../testing/test-app.ts'

const app = await testApp()
const { call, db } = app
const contentOf = (person: Person) => readContent(app, person)
const update = ({ token }: Person, { _id: id }: Lead, body: object) =>
  call(leadsApi.update, { token, params: { id }, body })

it('300 removed, 50 changed, 20 added: what was removed comes back, and nothing else changes', async () => {
  const { owner, backupId, before, removed, after } = await anAccident(app)
  await emptyHalfOfTrash(app, owner, removed)
  const { preview, state } = await prepareRestore(app, owner, backupId, 'missing')
  expect([state, preview]).toEqual(['ready', { returning: 300, changing: 0, removing: 0, erased: 0 }])
  expect(await contentOf(owner)).toEqual(after)

  const done = await restore(app, owner, backupId, 'missing')
  expect(done).toMatchObject({
    state: 'done',
    result: { returning: 300, changing: 0, removing: 0, erased: 0, kept: 0 },
  })
  const ids = new Set(removed.map(({ _id }) => _id))
  const expected = [...after, ...before.filter(({ _id }) => ids.has(_id))].toSorted((one, other) =>
    one._id < other._id ? -1 : 1,
  )
  expect(await contentOf(owner)).toEqual(expected)
  await expectTotalsOfLeads(app, owner)

  const undone = await undoRestore(app, owner, done._id)
  expect(undone).toMatchObject({ state: 'undone', undo: { removed: 300, restored: 0, kept: 0 } })
  expect(await contentOf(owner)).toEqual(after)
  await expectTotalsOfLeads(app, owner)
})

it('300 removed, 50 changed, 20 added: the leads are what they were, and an undo takes it back', async () => {
  const { owner, backupId, before, removed, after } = await anAccident(app)
  await emptyHalfOfTrash(app, owner, removed)
  const { preview } = await prepareRestore(app, owner, backupId, 'state')
  expect(preview).toEqual({ returning: 300, changing: 50, removing: 20, erased: 0 })

  const done = await restore(app, owner, backupId, 'state')
  expect(done).toMatchObject({ state: 'done', result: { returning: 300, changing: 50, removing: 20, kept: 0 } })
  expect(await contentOf(owner)).toEqual(before)
  await expectTotalsOfLeads(app, owner)

  const undone = await undoRestore(app, owner, done._id)
  expect(undone).toMatchObject({ state: 'undone', undo: { removed: 300, restored: 70, kept: 0 } })
  expect(await contentOf(owner)).toEqual(after)
  await expectTotalsOfLeads(app, owner)
})

it('a lead that left the trash comes back with its notes, its story and its next version', async () => {
  const owner = await aSubscriber(app, 'pro')
  const lead = await aLead(app, owner.token, { nome: 'Rui Prado' })
  const of = { token: owner.token, params: { id: lead._id } }
  await call(storyApi.addNote, { ...of, body: { texto: 'Prefere à tarde' } })
  await update(owner, lead, { status: 'negociacao' })
  const { data: story } = await call(storyApi.list, of)
  const backupId = await aBackup(app, owner)
  await call(leadsApi.remove, of)
  const left = 'update removed_leads set lead = null, user_id = null, removed_at = null where account_id = $1'
  await db.run(left, [owner.account._id])
  expect((await db.rows('select from story_entries where account_id = $1', [owner.account._id])).length).toBe(0)

  await restore(app, owner, backupId, 'missing')
  const { data: restored } = await call(leadsApi.find, of)
  expect(restored).toMatchObject({ nome: 'Rui Prado', status: 'negociacao', createdAt: lead.createdAt })
  expect(restored.version).toBeGreaterThan(lead.version + 1)
  const { data: now } = await call(storyApi.list, of)
  expect(now.entries[0]).toMatchObject({ kind: 'restored', actor: { kind: 'user', member: { nome: owner.user.nome } } })
  expect(now.entries.slice(1)).toEqual(story.entries)
})

it('what users change after the start stays, and an undo keeps what they changed since', async () => {
  const { owner, backupId, changed, added } = await anAccident(app)
  const done = await restore(app, owner, backupId, 'state')
  const [edited] = changed
  const [back] = added
  if (!edited || !back) throw new Error('no leads')
  await update(owner, edited, { nome: 'Editado depois' })
  await call(leadsApi.restore, { token: owner.token, params: { id: back._id } })
  const { undo } = await undoRestore(app, owner, done._id)
  expect(undo).toEqual({ removed: 300, restored: 68, kept: 2 })
  const leads = await fetchAllLeads(app, owner.token)
  expect(leads.find(({ _id }) => _id === edited._id)).toMatchObject({ nome: 'Editado depois', status: 'novo-lead' })
})
