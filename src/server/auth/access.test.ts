import type { FastifyReply, FastifyRequest } from 'fastify'
import { describe, expect, it } from 'vitest'
import type { Access } from '#contract/endpoint.ts'
import {
  anAdmin,
  anExpiredTrialUser,
  aSubscriber,
  aUser,
  type Person,
  subscribe,
  userRow,
} from '../testing/factories.ts'
import { testApp } from '../testing/test-app.ts'
import { createAuthGuard } from './access.ts'
import { updateRole } from './store.ts'

const app = await testApp()
const admit = createAuthGuard(app.services)

/** Returns the caller's e-mail, or the error code. */
const reception = async ({ token }: Pick<Person, 'token'>, access: Exclude<Access, 'public'>): Promise<string> => {
  const request = { headers: { authorization: `Bearer ${token}` } } as FastifyRequest
  return admit(access, request, {} as FastifyReply).then(
    caller => caller.user.email,
    error => error.code,
  )
}

const subscriberWith = async (status: 'past_due' | 'canceled' | 'inactive') => {
  const person = await aUser(app)
  await subscribe(app, person.user, 'pro', status)
  return person
}

describe.each<[string, () => Promise<Person>, session: boolean, subscription: boolean, admin: boolean]>([
  ['a user on trial', () => aUser(app), true, true, false],
  ['a user whose trial is over', () => anExpiredTrialUser(app), true, false, false],
  ['a user who pays', () => aSubscriber(app, 'basic'), true, true, false],
  ['a user in arrears', () => subscriberWith('past_due'), true, false, false],
  ['a user who canceled', () => subscriberWith('canceled'), true, false, false],
  ['an administrator', () => anAdmin(app), true, true, true],
])('%s', (_, person, session, subscription, admin) => {
  it.each([
    ['session.manage', session, ''],
    ['leads.read', subscription, 'subscription_required'],
    ['admin.read', admin, 'forbidden'],
  ] as const)('%s allows this user: %s', async (action, isLetIn, code) => {
    const somebody = await person()
    expect(await reception(somebody, action)).toBe(isLetIn ? somebody.user.email : code)
  })
})

describe('a change of role or subscription', () => {
  it('applies from the next request', async () => {
    const person = await anAdmin(app)
    expect(await reception(person, 'admin.read')).toBe(person.user.email)
    await updateRole(app.db, person.user._id, 'user')
    expect(await reception(person, 'admin.read')).toBe('forbidden')
    expect(await reception(person, 'leads.read')).toBe('subscription_required')
    await subscribe(app, person.user, 'pro')
    expect(await reception(person, 'leads.read')).toBe(person.user.email)
  })

  it('rejects the sessions of a deleted account', async () => {
    const person = await aUser(app)
    const { account_id } = await userRow(app, person.user)
    await app.db.run('delete from accounts where id = $1', [account_id])
    expect(await reception(person, 'session.manage')).toBe('session_expired')
  })
})
