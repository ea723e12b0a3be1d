import { expect, it } from 'vitest'
import { adminApi } from '#contract/admin.ts'
import { leadsApi } from '#contract/leads/leads.ts'
import { aLead, anAdmin, aUser } from '../testing/factories.ts'
import { testApp } from '../testing/test-app.ts'
import { changeRole } from './change-role.ts'

const app = await testApp()
const { call, db } = app
const admin = await anAdmin(app)

const trail = async (query = {}) => (await call(adminApi.trail, { token: admin.token, query })).data

it('records which administrator viewed leads, with filters, time and IP, but no results', async () => {
  const caio = await aUser(app)
  await aLead(app, caio.token, { nome: 'Segredo do Caio' })
  app.clock.now = new Date('2026-11-21T12:34:56Z')
  await call(adminApi.leads, { token: admin.token, query: { search: 'segredo', status: 'novo-lead', page: 2 } })
  const { entries, total } = await trail()
  expect(total).toBe(1)
  expect(entries).toEqual([
    {
      _id: expect.any(String),
      createdAt: '2026-11-21T12:34:56.000000Z',
      actor: { _id: admin.user._id, nome: admin.user.nome, email: admin.user.email },
      action: 'read-leads',
      subjectEmail: null,
      details: { search: 'segredo', status: 'novo-lead', page: '2' },
      ip: '127.0.0.1',
    },
  ])
  expect(JSON.stringify(entries)).not.toContain('Caio')
})

it('records views of the clients once for all pages, and again for another search', async () => {
  app.clock.now = new Date('2026-11-22T09:00:00Z')
  const { total } = await trail()
  const look = (query: object) => call(adminApi.users, { token: admin.token, query: { ...query } })
  for (const page of [1, 2, 1]) await look({ page })
  expect((await trail({ limit: 1 })).entries).toMatchObject([
    { action: 'read-clients', actor: { email: admin.user.email }, details: {}, ip: '127.0.0.1' },
  ])
  await look({ search: 'caio' })
  await look({ search: 'caio', page: 2 })
  expect((await trail({ limit: 1 })).entries).toMatchObject([{ details: { search: 'caio' } }])
  expect((await trail()).total).toBe(total + 2)
  app.clock.now = new Date('2026-11-22T09:16:00Z')
  await look({})
  expect((await trail()).total).toBe(total + 3)
})

it('returns no clients when the trail entry cannot be written', async () => {
  await db.run('alter table admin_trail add constraint never check (false) not valid')
  const { status } = await call(adminApi.users, { token: admin.token, query: { search: 'nova busca' } })
  await db.run('alter table admin_trail drop constraint never')
  expect(status).toBe(500)
})

it('records neither rejected requests nor users’ access to their own leads', async () => {
  const { total } = await trail()
  const user = await aUser(app)
  expect((await call(adminApi.leads, { token: user.token })).status).toBe(403)
  expect((await call(adminApi.leads)).status).toBe(401)
  expect((await call(adminApi.leads, { token: admin.token, query: { status: 'nada' } })).status).toBe(400)
  await call(leadsApi.list, { token: admin.token })
  expect((await trail()).total).toBe(total)
})

it('returns no leads when the trail entry cannot be written', async () => {
  await db.run('alter table admin_trail add constraint never check (false) not valid')
  const { status, error } = await call(adminApi.leads, { token: admin.token })
  await db.run('alter table admin_trail drop constraint never')
  expect([status, error.code]).toEqual([500, 'internal_error'])
  expect(error).not.toHaveProperty('leads')
})

it('ignores a forged X-Forwarded-For', async () => {
  await call(adminApi.leads, { token: admin.token, headers: { 'x-forwarded-for': '203.0.113.9' } })
  expect((await trail({ limit: 1 })).entries[0]?.ip).toBe('127.0.0.1')
})

it('stays after the administrator’s account was deleted', async () => {
  const other = await anAdmin(app)
  await call(adminApi.leads, { token: other.token })
  await db.run('delete from accounts where id = (select account_id from users where id = $1)', [other.user._id])
  expect((await trail({ limit: 1 })).entries[0]?.actor).toMatchObject({ email: other.user.email })
})

it('is paginated, latest first', async () => {
  const { total, entries } = await trail({ limit: 200 })
  const first = await trail({ limit: 1, page: 1 })
  const second = await trail({ limit: 1, page: 2 })
  expect([...first.entries, ...second.entries]).toEqual(entries.slice(0, 2))
  expect((await trail({ page: total + 1, limit: 1 })).entries).toEqual([])
})

it('records granting and revoking the administrator role, which apply from the next request', async () => {
  const user = await aUser(app)
  const email = user.user.email.toUpperCase()
  expect(await changeRole(app.services, email, 'admin')).toBe('changed')
  expect((await call(adminApi.metrics, { token: user.token })).status).toBe(200)
  expect(await changeRole(app.services, email, 'admin')).toBe('unchanged')
  expect(await changeRole(app.services, email, 'user')).toBe('changed')
  expect((await call(adminApi.metrics, { token: user.token })).status).toBe(403)
  expect(await changeRole(app.services, 'ninguem@exemplo.com.br', 'admin')).toBe('user-not-found')
  const { entries } = await trail({ limit: 2 })
  expect(entries.map(({ actor, action, subjectEmail }) => [actor, action, subjectEmail])).toEqual([
    [null, 'revoke-admin', user.user.email],
    [null, 'grant-admin', user.user.email],
  ])
})
