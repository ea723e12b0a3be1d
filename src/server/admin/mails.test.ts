import { randomUUID } from 'node:crypto'
import { beforeEach, expect, it } from 'vitest'
import { adminApi } from '#contract/admin.ts'
import { sendDueMails } from '../mail/mail-worker.ts'
import { anAdmin, aUser } from '../testing/factories.ts'
import { createMailCatcher } from '../testing/mail-catcher.ts'
import { testApp } from '../testing/test-app.ts'

const app = await testApp()
const { call, db, clock } = app
const { token, user: admin } = await anAdmin(app)
const mails = createMailCatcher(app.services)

const listed = async (query = {}) => (await call(adminApi.mails, { token, query })).data
const lastEntries = async (limit = 1) => (await call(adminApi.trail, { token, query: { limit } })).data.entries

beforeEach(() => db.run('delete from outbox'))

/** Creates users whose welcome mail the mail server rejects. */
const rejected = async (count: number): Promise<string[]> => {
  const emails: string[] = []
  while (emails.length < count) emails.push((await aUser(app)).user.email)
  const failure = { command: 'DATA', responseCode: 554, response: '554 5.7.1 no' }
  const send = () => Promise.reject(Object.assign(new Error('no'), failure))
  await sendDueMails({ ...mails.delivery, transport: { send, close: () => {} } })
  return emails
}

it('lists undelivered mails with recipient, kind, time and error, latest first, in pages', async () => {
  clock.now = new Date('2026-11-20T12:00:00Z')
  const [first] = await rejected(1)
  clock.now = new Date('2026-11-20T13:00:00Z')
  const [second] = await rejected(1)
  expect(await listed()).toEqual({
    total: 2,
    mails: [second, first].map((recipient, index) => ({
      _id: expect.any(String),
      kind: 'welcome',
      recipient,
      createdAt: `2026-11-20T${13 - index}:00:00.000000Z`,
      failedAt: `2026-11-20T${13 - index}:00:00.000000Z`,
      failure: 'refused',
      code: '554 5.7.1',
    })),
  })
  const { mails: page, total } = await listed({ limit: 1, page: 2 })
  expect([page.map(mail => mail.recipient), total]).toEqual([[first], 2])
})

it('sends one mail again and records it in the trail', async () => {
  const [email = '', other = ''] = await rejected(2)
  const mail = (await listed()).mails.find(({ recipient }) => recipient === email)
  const { data } = await call(adminApi.resendMails, { token, body: { ids: [mail?._id, randomUUID()] } })
  expect(data).toEqual({ count: 1 })
  expect((await listed()).mails.map(({ recipient }) => recipient)).toEqual([other])
  await mails.deliver()
  expect(mails.to(email)).toHaveLength(1)
  const [entry] = await lastEntries()
  expect(entry).toMatchObject({
    actor: { email: admin.email },
    action: 'resend-mails',
    subjectEmail: email,
    details: { kind: 'welcome' },
    ip: '127.0.0.1',
  })
})

it('sends all mails again', async () => {
  const emails = await rejected(3)
  expect((await call(adminApi.resendMails, { token, body: {} })).data).toEqual({ count: 3 })
  await mails.deliver()
  for (const email of emails) expect(mails.to(email)).toHaveLength(1)
  const [entry] = await lastEntries()
  expect(entry).toMatchObject({ action: 'resend-mails', subjectEmail: null, details: { count: '3' } })
})

it('discards one mail and records it in the trail', async () => {
  const [email] = await rejected(1)
  const ids = (await listed()).mails.map(mail => mail._id)
  expect((await call(adminApi.discardMails, { token, body: { ids } })).data).toEqual({ count: 1 })
  expect((await listed()).total).toBe(0)
  const [entry] = await lastEntries()
  expect(entry).toMatchObject({ action: 'discard-mails', subjectEmail: email })
  expect((await call(adminApi.resendMails, { token, body: { ids } })).data).toEqual({ count: 0 })
  expect((await lastEntries())[0]?._id).toBe(entry?._id)
})

it('does not change pending mails', async () => {
  const { user } = await aUser(app)
  const rows = await db.rows<{ id: string }>('select id from outbox')
  const ids = rows.map(({ id }) => id)
  expect((await listed()).total).toBe(0)
  expect((await call(adminApi.discardMails, { token, body: { ids } })).data).toEqual({ count: 0 })
  expect((await call(adminApi.resendMails, { token, body: { ids } })).data).toEqual({ count: 0 })
  await mails.deliver()
  expect(mails.to(user.email)).toHaveLength(1)
})

it('changes nothing if the trail entry cannot be written', async () => {
  await rejected(1)
  await db.run('alter table admin_trail add constraint never check (false) not valid')
  const { status } = await call(adminApi.resendMails, { token, body: {} })
  await db.run('alter table admin_trail drop constraint never')
  expect([status, (await listed()).total]).toEqual([500, 1])
})

it.each([{ ids: [] }, { ids: ['x'] }, { ids: 'all' }])('rejects %j', async body => {
  expect((await call(adminApi.resendMails, { token, body })).status).toBe(400)
  expect((await call(adminApi.discardMails, { token, body })).status).toBe(400)
})
