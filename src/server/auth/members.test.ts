import { describe, expect, it } from 'vitest'
import { adminApi } from '#contract/admin.ts'
import { accountApi } from '#contract/auth/account.ts'
import { authApi } from '#contract/auth/auth.ts'
import { trialLengthMs } from '#contract/billing/subscription.ts'
import { leadsApi } from '#contract/leads/leads.ts'
import { permittedActions } from '#contract/policies.ts'
import { findBillingAccount } from '../billing/stores/store.ts'
import {
  aLead,
  aMember,
  anAdmin,
  aRegistration,
  aSubscriber,
  aUser,
  type Person,
  subscribe,
} from '../testing/factories.ts'
import { testApp } from '../testing/test-app.ts'

const app = await testApp()
const { call, db, clock } = app

/** Adds a user to the owner's account, as accepting an invitation will. */
const join = (owner: Person, person: Person, team_role: 'manager' | 'seller') =>
  db.run(
    `insert into users (account_id, id, identity_id, nome, team_role) values ($1, gen_random_uuid(), $2, $3, $4)`,
    [owner.account._id, person.user._id, person.user.nome, team_role],
  )

const workIn = (person: Person, account_id: string | null) =>
  db.run('update identities set last_account_id = $2 where id = $1', [person.user._id, account_id])

const login = ({ user: { email }, password }: Pick<Person, 'user' | 'password'>) =>
  call(authApi.login, { body: { email, password } })

describe('a new account', () => {
  it('belongs to the registered user and has their name', async () => {
    const { user, account, member, may } = (await call(authApi.register, { body: aRegistration({ nome: 'Ana' }) })).data
    expect(account).toEqual({ _id: account._id, nome: 'Ana', timezone: 'America/Sao_Paulo' })
    expect(member).toEqual({ _id: user._id, team_role: 'owner' })
    expect(may).toEqual(permittedActions({ user, member }))
  })

  it('is renamed with its owner until it has a name of its own', async () => {
    const owner = await aUser(app)
    const rename = async (nome: string) => {
      const body = { nome, email: owner.user.email }
      return (await call(authApi.updateProfile, { token: owner.token, body })).data.account.nome
    }
    expect(await rename('Ana Reis')).toBe('Ana Reis')
    await db.run(`update accounts set nome = 'Padaria Reis' where id = $1`, [owner.account._id])
    expect(await rename('Ana Prado')).toBe('Padaria Reis')
  })
})

describe('a member who is not the owner', () => {
  it('sees their membership, their account and their permissions', async () => {
    const owner = await aUser(app)
    const seller = await aMember(app, owner, 'seller', 'Rita Alves')
    const { data } = await call(authApi.me, { token: seller.token })
    expect(data.account).toEqual(owner.account)
    expect(data.member).toEqual({ _id: seller.member._id, team_role: 'seller' })
    expect(data.user).toMatchObject({ nome: 'Rita Alves', role: 'user', is_trial: true })
    expect(data.user._id).not.toBe(data.member._id)
    expect(data.may).toContain('leads.write')
    expect(data.may).not.toContain('billing.manage')
  })

  it('is responsible for the leads they create, by their membership’s id', async () => {
    const seller = await aMember(app, await aUser(app), 'seller')
    expect(await aLead(app, seller.token)).toMatchObject({ userId: seller.member._id })
  })

  it('is told in the error which roles have permission', async () => {
    const seller = await aMember(app, await aUser(app), 'seller')
    const messages = [leadsApi.export, accountApi.export, adminApi.metrics].map(
      async endpoint => (await call(endpoint, { token: seller.token })).error,
    )
    expect(await Promise.all(messages)).toMatchObject([
      { code: 'forbidden', message: 'Apenas gestores e o dono da conta podem fazer isso.' },
      { code: 'forbidden', message: 'Apenas o dono da conta pode fazer isso.' },
      { code: 'forbidden', message: 'Apenas administradores podem acessar esta página.' },
    ])
  })

  it('does not rename the account or its owner', async () => {
    const owner = await aUser(app, { nome: 'Ana' })
    const seller = await aMember(app, owner, 'seller', 'Ana')
    const body = { nome: 'Beatriz', email: seller.user.email }
    const { data } = await call(authApi.updateProfile, { token: seller.token, body })
    expect([data.user.nome, data.account.nome]).toEqual(['Beatriz', 'Ana'])
    expect((await call(authApi.me, { token: owner.token })).data.user.nome).toBe('Ana')
  })

  it('is never the account’s billing contact, even after joining first', async () => {
    const owner = await aUser(app)
    await aMember(app, owner, 'manager')
    await db.run(`update users set joined_at = '2020-01-01' where account_id = $1 and team_role = 'manager'`, [
      owner.account._id,
    ])
    expect(await findBillingAccount(db, owner.account._id)).toMatchObject({ email: owner.user.email })
  })

  it('loses their sessions with their membership', async () => {
    const seller = await aMember(app, await aUser(app), 'seller')
    await db.run(`update users set status = 'removed', identity_id = null, removed_at = now() where id = $1`, [
      seller.member._id,
    ])
    expect((await call(authApi.me, { token: seller.token })).status).toBe(401)
  })
})

describe('the seats of a plan', () => {
  const statusFor = async ({ token }: Person) => (await call(leadsApi.stats, { token })).error?.code ?? 'allowed'

  it('go to the owner and to the first members by their order, at each moment anew', async () => {
    const owner = await aSubscriber(app, 'pro')
    const members: Person[] = []
    for (let count = 0; count < 5; count++) members.push(await aMember(app, owner, count % 2 ? 'manager' : 'seller'))
    const statuses = () => Promise.all([owner, ...members].map(statusFor))
    const [held, none] = ['allowed', 'seat_required']
    expect(await statuses()).toEqual([held, held, held, held, held, none])
    await db.run('update users set seat_order = 1 where id = $1', [members[0]?.member._id])
    expect(await statuses()).toEqual([held, none, held, held, held, held])
    await subscribe(app, owner.user, 'basic')
    expect(await statuses()).toEqual([held, none, none, none, none, none])
    await subscribe(app, owner.user, 'enterprise')
    expect(await statuses()).toEqual(Array(6).fill(held))
  })

  it('are free again when a member has left', async () => {
    const owner = await aSubscriber(app, 'pro')
    const members: Person[] = []
    for (let count = 0; count < 5; count++) members.push(await aMember(app, owner, 'seller'))
    const last = members[4] as Person
    expect(await statusFor(last)).toBe('seat_required')
    await db.run(`update users set status = 'removed', identity_id = null, removed_at = now() where id = $1`, [
      members[1]?.member._id,
    ])
    expect(await statusFor(last)).toBe('allowed')
  })

  it('are needed for leads alone: the profile stays open', async () => {
    const owner = await aSubscriber(app, 'basic')
    const seller = await aMember(app, owner, 'seller')
    expect(await statusFor(seller)).toBe('seat_required')
    expect((await call(authApi.me, { token: seller.token })).status).toBe(200)
  })
})

describe('an identity in two accounts', () => {
  it('signs in to the account used last, otherwise to the one joined first', async () => {
    const [owner, person] = [await aUser(app), await aUser(app)]
    await join(owner, person, 'seller')
    const accountNow = async () => (await login(person)).data.account._id
    expect(await accountNow()).toBe(person.account._id)
    await workIn(person, owner.account._id)
    expect(await accountNow()).toBe(owner.account._id)
    await workIn(person, null)
    expect(await accountNow()).toBe(person.account._id)
  })

  it('lists the sessions of both accounts, and ends the others with a new password', async () => {
    const [owner, person] = [await aUser(app), await aUser(app)]
    await join(owner, person, 'seller')
    await workIn(person, owner.account._id)
    const elsewhere = (await login(person)).data.token
    const { sessions } = (await call(authApi.sessions, { token: person.token })).data
    expect(sessions.map(({ current }) => current).toSorted()).toEqual([false, true])
    const body = { currentPassword: person.password, newPassword: 'segredo2' }
    expect((await call(authApi.changePassword, { token: person.token, body })).status).toBe(200)
    expect((await call(authApi.me, { token: elsewhere })).status).toBe(401)
    expect((await call(authApi.me, { token: person.token })).status).toBe(200)
  })

  it('survives the deletion of one account', async () => {
    const [owner, person] = [await aUser(app), await aUser(app)]
    await join(owner, person, 'seller')
    await workIn(person, owner.account._id)
    const lead = await aLead(app, person.token)
    await call(accountApi.remove, { token: owner.token, body: { password: owner.password } })
    expect((await login(person)).data.account._id).toBe(person.account._id)
    expect((await call(leadsApi.find, { token: person.token, params: { id: lead._id } })).status).toBe(200)
  })
})

describe('deleting an account with members', () => {
  it('deletes the leads of all members and the identities without another account', async () => {
    const owner = await aUser(app)
    const seller = await aMember(app, owner, 'seller')
    for (const { token } of [owner, seller]) await aLead(app, token)
    const body = { password: owner.password }
    expect((await call(accountApi.remove, { token: owner.token, body })).status).toBe(204)
    const ids = [owner.user._id, seller.user._id]
    expect(await db.rows('select from identities where id = any($1)', [ids])).toEqual([])
    expect(await db.rows('select from leads where account_id = $1', [owner.account._id])).toEqual([])
  })

  it('uses up the trial of its owner only', async () => {
    const owner = await aUser(app)
    const seller = await aMember(app, owner, 'seller')
    const trialEnd = owner.user.trial_end
    await call(accountApi.remove, { token: owner.token, body: { password: owner.password } })
    clock.now = new Date(clock.now.getTime() + 3_600_000)
    const again = async ({ user }: Person) => (await aUser(app, { email: user.email })).user.trial_end
    expect(new Date(await again(owner))).toEqual(new Date(trialEnd))
    expect(new Date(await again(seller))).toEqual(new Date(clock.now.getTime() + trialLengthMs))
  })
})

it('a member’s confirmation mail does not replace another member’s in the outbox', async () => {
  const owner = await aUser(app)
  const people = [owner, await aMember(app, owner, 'seller')]
  for (const { token, user, password } of people) {
    const body = { nome: user.nome, email: aRegistration().email, currentPassword: password }
    expect((await call(authApi.updateProfile, { token, body })).status).toBe(200)
  }
  const mails = await db.rows(`select from outbox where kind = 'email-confirm' and account_id = $1`, [
    owner.account._id,
  ])
  expect(mails).toHaveLength(2)
})

describe('administrators', () => {
  it('see a team as one client, its owner, with the leads of all members', async () => {
    const admin = await anAdmin(app)
    const owner = await aUser(app, { nome: 'Odete Dona' })
    const seller = await aMember(app, owner, 'seller', 'Odete Vendedora')
    for (const { token } of [owner, seller]) await aLead(app, token)
    await db.run('update leads set user_id = null where account_id = $1 and user_id = $2', [
      owner.account._id,
      owner.member._id,
    ])
    const clients = (await call(adminApi.users, { token: admin.token, query: { search: 'odete' } })).data
    expect([clients.total, clients.users.map(({ nome }) => nome)]).toEqual([1, ['Odete Dona']])
    const query = { email: owner.user.email }
    const leads = (await call(adminApi.leads, { token: admin.token, query })).data
    expect([leads.total, leads.leads.map(({ userName }) => userName)]).toEqual([2, ['Odete Dona', 'Odete Dona']])
    expect((await call(adminApi.leads, { token: admin.token, query: { email: seller.user.email } })).data.total).toBe(0)
  })
})
