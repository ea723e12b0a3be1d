import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { storyApi } from '#contract/story/story.ts'
import { aLead, aMember, aUser } from '../testing/factories.ts'
import { testApp } from '../testing/test-app.ts'

const app = await testApp()
const { call } = app

it('a contact is told as opened, once even if repeated, until its author says how it went', async () => {
  const owner = await aUser(app)
  const { token } = owner
  const lead = await aLead(app, token)
  const params = { id: lead._id }
  const _id = randomUUID()
  const open = () => call(storyApi.addContact, { token, params, body: { _id, channel: 'whatsapp' } })
  expect((await open()).status).toBe(201)
  expect((await open()).status).toBe(200)
  const told = async () => (await call(storyApi.list, { token, params, query: { show: 'conversations' } })).data.entries
  expect(await told()).toMatchObject([{ _id, kind: 'contact', channel: 'whatsapp', outcome: null, texto: null }])

  const say = (by: string) =>
    call(storyApi.setOutcome, { token: by, params: { ...params, contactId: _id }, body: { outcome: 'sem-resposta' } })
  const { status } = await say((await aMember(app, owner, 'manager')).token)
  expect(status).toBe(403)
  expect((await say((await aMember(app, owner, 'seller')).token)).status).toBe(404)
  expect((await say(token)).data.outcome).toBe('sem-resposta')
  expect((await told()).map(({ outcome }) => outcome)).toEqual(['sem-resposta'])
  const note = { ...params, noteId: _id }
  expect((await call(storyApi.changeNote, { token, params: note, body: { texto: 'x' } })).status).toBe(404)
})
