import { describe, expect, it } from 'vitest'
import { authApi } from '#contract/auth.ts'
import { aUser, rowOf } from '../testing/factories.ts'
import { testApp } from '../testing/test-app.ts'

const app = await testApp()
const { call } = app

describe('changing the profile', () => {
  it('takes a new name and a new e-mail, with which one signs in from then on', async () => {
    const { token, user, password } = await aUser(app)
    const body = { nome: 'Maria Antônia', email: 'antonia@exemplo.com' }
    const { status, answer } = await call(authApi.updateProfile, { token, body })
    expect(status).toBe(200)
    expect(answer.user).toEqual({ ...user, ...body, updatedAt: answer.user.updatedAt })
    expect(answer.user.updatedAt >= user.updatedAt).toBe(true)
    expect((await call(authApi.me, { token })).answer).toEqual(answer)
    expect((await call(authApi.login, { body: { email: body.email, password } })).status).toBe(200)
    expect((await call(authApi.login, { body: { email: user.email, password } })).status).toBe(401)
  })

  it('changes nothing else, whatever is sent along', async () => {
    const { token, user } = await aUser(app)
    const before = await rowOf(app, user)
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
    const after = await rowOf(app, user)
    expect(after).toEqual({ ...before, nome: 'Ana', updated_at: after.updated_at })
  })

  it('refuses an e-mail that somebody else has, however it is written', async () => {
    const [person, other] = [await aUser(app), await aUser(app)]
    const body = { nome: 'Ana', email: other.user.email.toUpperCase() }
    const { status, error } = await call(authApi.updateProfile, { token: person.token, body })
    expect(status).toBe(409)
    expect(error).toMatchObject({ code: 'email_taken', fields: { email: 'Este e-mail já está em uso.' } })
    expect((await call(authApi.me, { token: person.token })).answer.user).toEqual(person.user)
  })

  it('lets one change the letters of one’s own e-mail', async () => {
    const { token, user } = await aUser(app)
    const body = { nome: user.nome, email: user.email.toUpperCase() }
    const { status, answer } = await call(authApi.updateProfile, { token, body })
    expect([status, answer.user.email]).toEqual([200, user.email.toUpperCase()])
  })

  it.each([
    ['nome', '', 'Nome deve ter pelo menos 2 caracteres'],
    ['nome', 'a\u0000b', 'Há caracteres que não podem ser guardados.'],
    ['email', 'x', 'E-mail inválido'],
    ['email', undefined, 'E-mail inválido'],
  ])('refuses %s %j', async (field, value, message) => {
    const { token, user } = await aUser(app)
    const body = { nome: 'Ana', email: user.email, [field]: value }
    const { status, error } = await call(authApi.updateProfile, { token, body })
    expect(status).toBe(400)
    expect(error.fields).toEqual({ [field]: message })
    expect((await call(authApi.me, { token })).answer.user).toEqual(user)
  })
})
