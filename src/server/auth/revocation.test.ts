import { afterEach, describe, expect, it } from 'vitest'
import { authApi } from '#contract/auth/auth.ts'
import type { Db } from '../db/client.ts'
import { aUser, type Person } from '../testing/factories.ts'
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
})

const statusOf = async (token: string) => (await call(authApi.me, { token })).status
const change = ({ token }: Person, currentPassword: string, newPassword: string, server = app) =>
  server.call(authApi.changePassword, { token, body: { currentPassword, newPassword } })
const signIn = (email: string, password: string, server = app) =>
  server.call(authApi.login, { body: { email, password } })
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
