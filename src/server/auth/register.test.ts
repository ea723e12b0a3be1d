import { describe, expect, it } from 'vitest'
import { accountApi } from '#contract/auth/account.ts'
import { authApi } from '#contract/auth/auth.ts'
import { leadsApi } from '#contract/leads/leads.ts'
import { hashLikeTheProduct } from '../testing/cheap-hashes.ts'
import { aRegistration, aUser, userRow } from '../testing/factories.ts'
import { testApp } from '../testing/test-app.ts'

const app = await testApp()
const { call, db, clock } = app
const strict = await testApp({ minPasswordLength: 10 })

const countUsers = async () => (await db.row<{ count: number }>('select count(*) as count from users'))?.count

describe('POST /auth/register', () => {
  it('creates an account, starts the trial and signs the user in', async () => {
    const { status, data } = await call(authApi.register, {
      body: aRegistration({ nome: 'Caio', email: 'Caio@x.com' }),
    })
    expect(status).toBe(201)
    expect(data.user).toMatchObject({
      nome: 'Caio',
      email: 'Caio@x.com',
      role: 'user',
      subscription_plan: null,
      subscription_status: 'inactive',
      current_period_end: null,
      cancel_at_period_end: false,
      is_trial: true,
      stripe_customer_id: null,
      subscription: { status: 'inactive', plan: null, stripeCustomerId: null, stripeSubscriptionId: null },
    })
    const me = await call(authApi.me, { token: data.token })
    expect(me.data.user).toEqual(data.user)
  })

  it('ignores fields that only the server sets', async () => {
    const wish = {
      _id: '01939c3e-7a00-7000-8000-000000000001',
      role: 'admin',
      subscription_status: 'active',
      subscription_plan: 'enterprise',
      is_trial: false,
      trial_end: '2099-01-01T00:00:00Z',
      createdAt: '2001-01-01T00:00:00Z',
      stripe_customer_id: 'cus_1',
      subscription: { status: 'active', plan: 'pro' },
    }
    const { status, data } = await call(authApi.register, { body: { ...aRegistration(), ...wish } })
    expect(status).toBe(201)
    expect(data.user).toMatchObject({
      role: 'user',
      subscription_status: 'inactive',
      subscription_plan: null,
      is_trial: true,
      stripe_customer_id: null,
    })
    expect(data.user._id).not.toBe(wish._id)
    expect(new Date(data.user.trial_end).getTime() - clock.now.getTime()).toBe(72 * 3_600_000)
    expect(new Date(data.user.createdAt).getFullYear()).toBeGreaterThan(2020)
  })

  it.each([
    ['nome', 'J', 'Nome deve ter pelo menos 2 caracteres'],
    ['email', 'mariana', 'E-mail inválido'],
    ['password', '12345', 'Senha deve ter pelo menos 6 caracteres'],
    ['confirmPassword', 'segredo2', 'Senhas não coincidem'],
  ])('rejects an invalid %s and stores nothing', async (field, value, message) => {
    const before = await countUsers()
    const { status, error } = await call(authApi.register, { body: { ...aRegistration(), [field]: value } })
    expect(status).toBe(400)
    expect(error).toMatchObject({ code: 'validation_failed', fields: { [field]: message } })
    expect(await countUsers()).toBe(before)
  })
})

describe('an e-mail that is taken', () => {
  it.each(['bia@exemplo.com', 'BIA@EXEMPLO.COM', '  bia@Exemplo.com '])(
    'is rejected when registered again as %j',
    async email => {
      await call(authApi.register, { body: aRegistration({ email: 'Bia@exemplo.com' }) })
      const { status, error } = await call(authApi.register, { body: aRegistration({ email }) })
      expect(status).toBe(409)
      expect(error).toMatchObject({ code: 'email_taken', fields: { email: 'Este e-mail já está em uso' } })
    },
  )

  it('is registered once when twenty requests arrive concurrently', async () => {
    const before = (await countUsers()) ?? 0
    const responses = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        call(authApi.register, { body: aRegistration({ email: index % 2 ? 'DORA@x.com' : 'dora@x.com' }) }),
      ),
    )
    const statuses = responses.map(({ status }) => status)
    expect(statuses.filter(status => status === 201)).toHaveLength(1)
    expect(statuses.filter(status => status === 409)).toHaveLength(19)
    expect(await countUsers()).toBe(before + 1)
    const [accounts] = await db.rows<{ count: number }>('select count(*) as count from accounts')
    expect(accounts?.count).toBe(before + 1)
  })
})

describe('the trial', () => {
  const at = (start: Date, hours: number, seconds: number) =>
    new Date(start.getTime() + hours * 3_600_000 + seconds * 1000)

  it('lasts exactly 72 hours', async () => {
    const start = clock.now
    const { token } = await aUser(app)

    clock.now = at(start, 72, -1)
    expect((await call(leadsApi.list, { token })).status).toBe(200)
    expect((await call(authApi.me, { token })).data.user.is_trial).toBe(true)

    clock.now = at(start, 72, 1)
    const rejected = await call(leadsApi.list, { token })
    expect(rejected.status).toBe(402)
    expect(rejected.error.code).toBe('subscription_required')
    expect((await call(authApi.me, { token })).data.user.is_trial).toBe(false)

    clock.now = start
  })
})

describe('a stored password', () => {
  hashLikeTheProduct()

  it('is an argon2id hash with a random salt', async () => {
    const [one, other] = [await aUser(app), await aUser(app)]
    const [first, second] = [await userRow(app, one.user), await userRow(app, other.user)]
    expect(first.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect(first.password_hash).not.toBe(second.password_hash)
    expect(first.password_hash).not.toContain(one.password)
  })
})

describe('the operator’s minimum password length', () => {
  it('applies to new accounts', async () => {
    const short = { password: '123456789', confirmPassword: '123456789' }
    const rejected = await strict.call(authApi.register, { body: aRegistration(short) })
    expect(rejected.status).toBe(400)
    expect(rejected.error.fields).toEqual({ password: 'Senha deve ter pelo menos 10 caracteres' })
    const long = { password: '1234567890', confirmPassword: '1234567890' }
    expect((await strict.call(authApi.register, { body: aRegistration(long) })).status).toBe(201)
  })

  it('does not lock out users with a shorter password', async () => {
    const { user, password } = await aUser(app)
    expect((await strict.call(authApi.login, { body: { email: user.email, password } })).status).toBe(200)
  })
})

it('registering again after deleting the account continues the first trial', async () => {
  const { user, token, password } = await aUser(app)
  await call(accountApi.remove, { token, body: { password } })
  const again = await aUser(app, { email: user.email.toUpperCase() })
  expect(again.user.trial_end).toBe(user.trial_end)
  expect(again.user._id).not.toBe(user._id)
})
