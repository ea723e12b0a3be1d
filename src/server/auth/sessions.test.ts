import { afterEach, describe, expect, it } from 'vitest'
import { authApi } from '#contract/auth/auth.ts'
import { authAccountsApi } from '#contract/auth/auth-accounts.ts'
import { aMembership, aUser, type Person } from '../testing/factories.ts'
import { testApp } from '../testing/test-app.ts'
import { removeExpiredSessions } from './session-store.ts'
import { sessionCutoffs } from './session-token.ts'

const app = await testApp()
const { call, db, clock } = app

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const start = clock.now
afterEach(() => {
  clock.now = start
})

const signInAgain = async ({ user, password }: Person, userAgent = 'Firefox'): Promise<string> => {
  const body = { email: user.email, password }
  return (await call(authApi.login, { body, headers: { 'user-agent': userAgent } })).data.token
}
const statusOf = async (token: string) => (await call(authApi.me, { token })).status
const listOf = async (token: string) => (await call(authApi.sessions, { token })).data.sessions

describe('POST /auth/logout', () => {
  it('ends the caller’s session at once and no other', async () => {
    const person = await aUser(app)
    const other = await signInAgain(person)
    const { status, raw } = await call(authApi.logout, { token: person.token })
    expect([status, raw.body]).toEqual([204, ''])
    expect(await statusOf(person.token)).toBe(401)
    expect((await call(authApi.logout, { token: person.token })).status).toBe(401)
    expect(await statusOf(other)).toBe(200)
  })
})

describe('a session', () => {
  it('ends after seven days without use', async () => {
    const { token } = await aUser(app)
    clock.now = new Date(start.getTime() + 7 * dayMs - 1000)
    expect(await statusOf(token)).toBe(200)
    clock.now = new Date(clock.now.getTime() + 7 * dayMs + 1000)
    expect(await statusOf(token)).toBe(401)
  })

  it('ends after thirty days even in constant use', async () => {
    const { token } = await aUser(app)
    for (let day = 1; day < 30; day++) {
      clock.now = new Date(start.getTime() + day * dayMs)
      expect(await statusOf(token)).toBe(200)
    }
    clock.now = new Date(start.getTime() + 30 * dayMs - 1000)
    expect(await statusOf(token)).toBe(200)
    clock.now = new Date(start.getTime() + 30 * dayMs + 1000)
    expect(await statusOf(token)).toBe(401)
  })

  it('updates its last use at most once an hour', async () => {
    const { token } = await aUser(app)
    const lastSeen = async () => new Date((await listOf(token))[0]?.lastSeenAt ?? '')
    clock.now = new Date(start.getTime() + 0.9 * hourMs)
    expect(await lastSeen()).toEqual(start)
    clock.now = new Date(start.getTime() + 1.1 * hourMs)
    await statusOf(token)
    expect(await lastSeen()).toEqual(clock.now)
  })

  it('remains valid while the database is read-only', async () => {
    const { token } = await aUser(app)
    const full = `do $$ begin raise exception 'no space left' using errcode = '53100'; end $$`
    const database = { ...db, run: () => db.run(full), row: <Row>() => db.row<Row>(full) }
    const reading = await testApp({}, { database })
    reading.clock.now = new Date(start.getTime() + 2 * hourMs)
    expect((await reading.call(authApi.me, { token })).status).toBe(200)
    const { status, error } = await reading.call(authApi.logout, { token })
    expect([status, error.code]).toEqual([507, 'storage_full'])
  })

  it('is deleted after it expired, and not before', async () => {
    const person = await aUser(app)
    clock.now = new Date(start.getTime() + 6 * dayMs)
    const young = await signInAgain(person)
    clock.now = new Date(start.getTime() + 8 * dayMs)
    await removeExpiredSessions(db, ...sessionCutoffs(clock.now))
    const [left] = await db.rows<{ count: number }>('select count(*) as count from sessions where user_id = $1', [
      person.user._id,
    ])
    expect(left?.count).toBe(1)
    expect(await statusOf(young)).toBe(200)
  })
})

describe('a session that moves to another account', () => {
  const aPersonWithTwoAccounts = async () => {
    const person = await aUser(app)
    const elsewhere = await aMembership(app, await aUser(app), person, 'seller')
    return [person, elsewhere] as const
  }
  const move = async (token: string, { account }: Person) =>
    (await call(authAccountsApi.switchAccount, { token, body: { accountId: account._id } })).data.token

  it('gets another token, and keeps its id and its age', async () => {
    const [person, elsewhere] = await aPersonWithTwoAccounts()
    const current = async (token: string) => (await listOf(token)).find(({ current }) => current)
    const before = await current(person.token)
    clock.now = new Date(start.getTime() + 2 * hourMs)
    const token = await move(person.token, elsewhere)
    expect(await statusOf(person.token)).toBe(401)
    expect(await current(token)).toEqual({ ...before, lastSeenAt: expect.not.stringMatching(before?.lastSeenAt ?? '') })
  })

  it('ends after thirty days, however often it moved', async () => {
    const [person, elsewhere] = await aPersonWithTwoAccounts()
    let { token } = person
    for (let day = 5; day < 30; day += 5) {
      clock.now = new Date(start.getTime() + day * dayMs)
      token = await move(token, day % 10 === 0 ? person : elsewhere)
      expect(await statusOf(token)).toBe(200)
    }
    clock.now = new Date(start.getTime() + 30 * dayMs + 1000)
    expect(await statusOf(token)).toBe(401)
  })

  it('stays as it is in its own account', async () => {
    const person = await aUser(app)
    expect(await move(person.token, person)).toBe(person.token)
    expect(await statusOf(person.token)).toBe(200)
  })
})

describe('the list of sessions', () => {
  it('contains the user’s own sessions and marks the current one', async () => {
    const person = await aUser(app)
    await aUser(app)
    clock.now = new Date(start.getTime() + hourMs)
    const phone = await signInAgain(person, 'Chrome no celular')
    const sessions = await listOf(phone)
    expect(sessions).toMatchObject([
      { current: true, userAgent: 'Chrome no celular' },
      { current: false, userAgent: 'lightMyRequest' },
    ])
    expect(sessions.map(session => new Date(session.createdAt))).toEqual([clock.now, start])
    expect(Object.keys(sessions[0] ?? {}).sort()).toEqual(['createdAt', 'current', 'id', 'lastSeenAt', 'userAgent'])
  })

  it('omits expired sessions', async () => {
    const person = await aUser(app)
    clock.now = new Date(start.getTime() + 8 * dayMs)
    const token = await signInAgain(person)
    expect(await listOf(token)).toHaveLength(1)
  })

  it('truncates the user agent to 300 characters', async () => {
    const person = await aUser(app)
    const token = await signInAgain(person, 'x'.repeat(1000))
    expect((await listOf(token)).map(session => session.userAgent)).toContain('x'.repeat(300))
  })
})

describe('revoking the other sessions', () => {
  it('leaves the caller’s session and those of other users', async () => {
    const person = await aUser(app)
    const stranger = await aUser(app)
    const others = [await signInAgain(person), await signInAgain(person)]
    expect((await call(authApi.revokeOtherSessions, { token: person.token })).status).toBe(204)
    for (const token of others) expect(await statusOf(token)).toBe(401)
    expect(await statusOf(person.token)).toBe(200)
    expect(await statusOf(stranger.token)).toBe(200)
    expect(await listOf(person.token)).toHaveLength(1)
  })
})
