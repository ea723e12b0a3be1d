import { describe, expect, it } from 'vitest'
import { authApi } from '#contract/auth/auth.ts'
import { aUser, userRow } from '../testing/factories.ts'
import { testApp } from '../testing/test-app.ts'

const app = await testApp()
const { call } = app

describe('changing the profile', () => {
  it('applies a new name at once', async () => {
    const { token, user } = await aUser(app)
    const body = { nome: 'Maria Antônia', email: user.email }
    const { status, data } = await call(authApi.updateProfile, { token, body })
    expect(status).toBe(200)
    expect(data.user).toEqual({ ...user, ...body, updatedAt: data.user.updatedAt })
    expect(data.user.updatedAt >= user.updatedAt).toBe(true)
    expect((await call(authApi.me, { token })).data).toEqual(data)
  })

  it('keeps the name that another device changed, unless this one changes it too, which it is told', async () => {
    const { token, user } = await aUser(app)
    const was = { nome: user.nome, email: user.email }
    const save = (body: object) => call(authApi.updateProfile, { token, body: { ...was, ...body } })
    await save({ nome: 'Maria Antônia' })
    expect((await save({ was })).data.user.nome).toBe('Maria Antônia')
    const { status, error } = await save({ nome: 'Maria Clara', was })
    const current = { ...was, nome: 'Maria Antônia' }
    expect([status, error.code, error.current]).toEqual([412, 'stale_setting', current])
    expect((await save({ nome: 'Maria Clara', was: current })).data.user.nome).toBe('Maria Clara')
  })

  it('ignores all other fields of the request', async () => {
    const { token, user } = await aUser(app)
    const before = await userRow(app, user)
    const wish = {
      nome: 'Ana',
      email: user.email,
      role: 'admin',
      subscription_status: 'active',
      subscription_plan: 'pro',
      trial_end: '2099-01-01T00:00:00Z',
      createdAt: '2001-01-01T00:00:00Z',
      password: 'outra-senha',
      _id: before.account_id,
      stripe_customer_id: 'cus_1',
    }
    expect((await call(authApi.updateProfile, { token, body: wish })).status).toBe(200)
    const after = await userRow(app, user)
    expect(after).toEqual({ ...before, nome: 'Ana', account_nome: 'Ana', updated_at: after.updated_at })
  })

  it('accepts the user’s own e-mail in another letter case', async () => {
    const { token, user } = await aUser(app)
    const body = { nome: user.nome, email: user.email.toUpperCase() }
    const { status, data } = await call(authApi.updateProfile, { token, body })
    expect([status, data.user.email]).toEqual([200, user.email.toUpperCase()])
  })

  it.each([
    ['nome', '', 'Nome deve ter pelo menos 2 caracteres'],
    ['nome', 'a\u0000b', 'Há um caractere inválido; apague e digite novamente'],
    ['email', 'x', 'E-mail inválido'],
    ['email', undefined, 'E-mail inválido'],
  ])('rejects %s %j', async (field, value, message) => {
    const { token, user } = await aUser(app)
    const body = { nome: 'Ana', email: user.email, [field]: value }
    const { status, error } = await call(authApi.updateProfile, { token, body })
    expect(status).toBe(400)
    expect(error.fields).toEqual({ [field]: message })
    expect((await call(authApi.me, { token })).data.user).toEqual(user)
  })
})
