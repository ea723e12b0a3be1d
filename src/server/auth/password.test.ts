import { describe, expect, it } from 'vitest'
import { authApi } from '#contract/auth/auth.ts'
import { hashLikeTheProduct } from '../testing/cheap-hashes.ts'
import { aUser, userRow } from '../testing/factories.ts'
import { testApp } from '../testing/test-app.ts'

const app = await testApp()
const { call } = app

const signIn = (email: string, password: string) => call(authApi.login, { body: { email, password } })

describe('changing the password', () => {
  it('requires the current password and replaces it', async () => {
    const { token, user, password } = await aUser(app)
    const body = { currentPassword: password, newPassword: '  nova senha 😀 ' }
    const { status, data } = await call(authApi.changePassword, { token, body })
    expect([status, data.message]).toEqual([200, 'Senha alterada com sucesso!'])
    expect((await signIn(user.email, '  nova senha 😀 ')).status).toBe(200)
    expect((await signIn(user.email, password)).status).toBe(401)
    expect((await signIn(user.email, 'nova senha 😀')).status).toBe(401)
  })

  it('ends all other sessions of the user and none of other users', async () => {
    const { token, user, password } = await aUser(app)
    const stranger = await aUser(app)
    const other = (await signIn(user.email, password)).data.token
    await call(authApi.changePassword, { token, body: { currentPassword: password, newPassword: 'segredo2' } })
    expect((await call(authApi.me, { token: other })).status).toBe(401)
    expect((await call(authApi.me, { token })).status).toBe(200)
    expect((await call(authApi.me, { token: stranger.token })).status).toBe(200)
  })

  it('changes nothing and ends no session when the current password is wrong', async () => {
    const { token, user, password } = await aUser(app)
    const other = (await signIn(user.email, password)).data.token
    const before = await userRow(app, user)
    const body = { currentPassword: 'errada1', newPassword: 'segredo2' }
    const { status, error } = await call(authApi.changePassword, { token, body })
    expect([status, error.code]).toEqual([400, 'wrong_password'])
    expect((await userRow(app, user)).password_hash).toBe(before.password_hash)
    expect((await call(authApi.me, { token })).status).toBe(200)
    expect((await call(authApi.me, { token: other })).status).toBe(200)
  })

  it.each([
    ['currentPassword', '', 'Senha atual é obrigatória'],
    ['currentPassword', undefined, 'Senha atual é obrigatória'],
    ['newPassword', '12345', 'Nova senha deve ter pelo menos 6 caracteres'],
    ['newPassword', 'x'.repeat(129), 'Senha deve ter no máximo 128 caracteres'],
    ['newPassword', ['segredo2'], 'Nova senha deve ter pelo menos 6 caracteres'],
  ])('rejects %s %j', async (field, value, message) => {
    const { token, password } = await aUser(app)
    const body = { currentPassword: password, newPassword: 'segredo2', [field]: value }
    const { status, error } = await call(authApi.changePassword, { token, body })
    expect(status).toBe(400)
    expect(error.fields).toEqual({ [field]: message })
  })

  it('enforces the operator’s minimum length', async () => {
    const strict = await testApp({ minPasswordLength: 12 })
    const { token, password } = await aUser(app)
    const body = { currentPassword: password, newPassword: 'onze-letras' }
    const { status, error } = await strict.call(authApi.changePassword, { token, body })
    expect([status, error.fields]).toEqual([400, { newPassword: 'Senha deve ter pelo menos 12 caracteres' }])
  })
})

describe('hashing', () => {
  hashLikeTheProduct()

  it('runs a few at a time, rejects requests when the queue is full, and recovers', async () => {
    const { user, password } = await aUser(app)
    const responses = await Promise.all(Array.from({ length: 120 }, () => signIn(user.email, password)))
    const statuses = responses.map(({ status }) => status)
    expect(statuses.filter(status => status === 200).length).toBeGreaterThanOrEqual(54)
    expect(statuses.filter(status => status === 503).length).toBeGreaterThan(0)
    expect(new Set(statuses)).toEqual(new Set([200, 503]))
    expect(responses.find(({ status }) => status === 503)?.raw.headers['retry-after']).toBe('2')
    expect((await signIn(user.email, password)).status).toBe(200)
  })
})
