import { Readable } from 'node:stream'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { authApi } from '#contract/auth/auth.ts'
import { authAccountsApi } from '#contract/auth/auth-accounts.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { teamApi } from '#contract/team/team.ts'
import { webhooksApi } from '#contract/webhooks/webhooks.ts'
import type { Db } from '../db/client.ts'
import { readSettings } from '../env.ts'
import type { Limits } from '../env-values.ts'
import { aMember, aMembership, aSubscriber, aUser, type Person } from '../testing/factories.ts'
import { createMailCatcher, parseResetLink } from '../testing/mail-catcher.ts'
import { testApp } from '../testing/test-app.ts'

const app = await testApp()
const { call, db } = app
const mails = createMailCatcher(app.services)

/** Runs between verification and write of a request to `slow`, like a slow request to Stripe. */
let meanwhile: (() => Promise<unknown>) | undefined
const inBetween = async () => {
  const work = meanwhile
  meanwhile = undefined
  await work?.()
}
const slowDatabase: Db = {
  ...db,
  run: async (...statement) => {
    if (statement[0].startsWith('insert into sessions')) await inBetween()
    return db.run(...statement)
  },
  transaction: async work => {
    await inBetween()
    return db.transaction(work)
  },
}
const slow = await testApp({}, { database: slowDatabase })
afterEach(() => {
  meanwhile = undefined
  vi.useRealTimers()
})

const statusOf = async (token: string) => (await call(authApi.me, { token })).status
const change = ({ token }: Person, currentPassword: string, newPassword: string, server = app) =>
  server.call(authApi.changePassword, { token, body: { currentPassword, newPassword } })
const signIn = (email: string, password: string, server = app) =>
  server.call(authApi.login, { body: { email, password } })
const reset = async (email: string) =>
  call(authApi.resetPassword, {
    body: { ...(await aLink(email)), password: 'segredo2', confirmPassword: 'segredo2' },
  })
const aLink = async (email: string) => {
  await call(authApi.forgotPassword, { body: { email } })
  await mails.deliver()
  const mail = mails.to(email).at(-1)
  if (!mail) throw new Error('no mail arrived')
  return parseResetLink(mail)
}

describe('a concurrent login with the old password', () => {
  it('creates no session when the password is changed first', async () => {
    const person = await aUser(app)
    meanwhile = () => change(person, person.password, 'segredo2')
    const { status, error } = await signIn(person.user.email, person.password, slow)
    expect([status, error.code]).toEqual([401, 'invalid_credentials'])
    const sessions = (await call(authApi.sessions, { token: person.token })).data.sessions
    expect(sessions.map(({ current }) => current)).toEqual([true])
  })

  it('creates no session when the password is reset first', async () => {
    const { user, password } = await aUser(app)
    const link = await aLink(user.email)
    const body = { ...link, password: 'segredo2', confirmPassword: 'segredo2' }
    meanwhile = () => call(authApi.resetPassword, { body })
    expect((await signIn(user.email, password, slow)).status).toBe(401)
    expect(await db.rows('select from sessions where user_id = $1', [user._id])).toEqual([])
    expect((await signIn(user.email, 'segredo2', slow)).status).toBe(200)
  })

  it('leaves none of twenty sessions valid after a password change', async () => {
    const person = await aUser(app)
    const knocking = Array.from({ length: 20 }, () => signIn(person.user.email, person.password))
    const [changed, ...responses] = await Promise.all([change(person, person.password, 'segredo2'), ...knocking])
    expect(changed.status).toBe(200)
    const opened = responses.flatMap(({ status, data }) => (status === 200 ? [data.token] : []))
    expect(await Promise.all(opened.map(statusOf))).toEqual(opened.map(() => 401))
    expect(await statusOf(person.token)).toBe(200)
  })
})

it('a concurrent password change does not undo a reset that finished first', async () => {
  const person = await aUser(app)
  const link = await aLink(person.user.email)
  const body = { ...link, password: 'segredo2', confirmPassword: 'segredo2' }
  meanwhile = () => call(authApi.resetPassword, { body })
  const { status, error } = await change(person, person.password, 'do-ladrao', slow)
  expect([status, error.code]).toEqual([401, 'session_expired'])
  expect((await signIn(person.user.email, 'segredo2')).status).toBe(200)
  expect((await signIn(person.user.email, 'do-ladrao')).status).toBe(401)
})

describe('a request whose body is held back', () => {
  /** Sends the head of a request. `finish` sends the body, after the given milliseconds. */
  const sendHead = async ({ method, path }: Endpoint, { token }: Pick<Person, 'token'>, body: object, server = app) => {
    vi.useFakeTimers({ toFake: ['performance'] })
    // The body is read once the caller is authorized.
    const { promise: authorized, resolve } = Promise.withResolvers<void>()
    const payload = new Readable({ read: () => resolve() })
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const reply = server.app.inject({ method, url: `/api${path}`, headers, payload }).then(response => response)
    await authorized
    return async (ms: number) => {
      vi.advanceTimersByTime(ms)
      payload.push(JSON.stringify(body))
      payload.push(null)
      const { statusCode, payload: text } = await reply
      return { status: statusCode, ...JSON.parse(text) }
    }
  }

  it('creates no webhook for a manager who was removed meanwhile', async () => {
    const owner = await aSubscriber(app, 'enterprise')
    const manager = await aMember(app, owner, 'manager')
    const body = { url: 'https://93.184.215.14/leads', events: ['lead.created'] }
    const finish = await sendHead(webhooksApi.create, manager, body)
    const params = { id: manager.member._id }
    expect((await call(teamApi.removeMember, { token: owner.token, params, body: { leadsTo: null } })).status).toBe(200)
    expect(await finish(1100)).toMatchObject({ status: 401, code: 'session_expired' })
    expect((await call(webhooksApi.list, { token: owner.token })).data.webhooks).toEqual([])
  })

  it.each([
    ['at once', 0],
    ['after half a minute', 30_000],
  ])('creates no session from one that a password reset ended: %s', async (_, ms) => {
    const person = await aUser(app)
    const { account, member } = await aMembership(app, await aUser(app), person, 'seller')
    const finish = await sendHead(authAccountsApi.switchAccount, person, { accountId: account._id })
    expect((await reset(person.user.email)).status).toBe(200)
    expect(await finish(ms)).toMatchObject({ status: 401, code: 'session_expired' })
    expect(await db.rows('select from sessions where user_id = $1', [member._id])).toEqual([])
  })

  it('counts once toward the limit of requests', async () => {
    const limits = { ...readSettings({}).limits, user: { max: 2, windowSeconds: 60 } } as Limits
    const limited = await testApp({ limits }, { database: db })
    const person = await aUser(app)
    const nome = 'Ana Prado'
    const finish = await sendHead(authApi.updateProfile, person, { nome, email: person.user.email }, limited)
    expect((await finish(1100)).user).toMatchObject({ nome })
    const { token } = person
    expect((await limited.call(authApi.me, { token })).status).toBe(200)
    expect((await limited.call(authApi.me, { token })).status).toBe(429)
  })
})
