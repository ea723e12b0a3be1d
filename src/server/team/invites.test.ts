import { afterEach, describe, expect, it } from 'vitest'
import { authApi } from '#contract/auth/auth.ts'
import { authAccountsApi } from '#contract/auth/auth-accounts.ts'
import { leadsApi } from '#contract/leads/leads.ts'
import { teamApi } from '#contract/team/team.ts'
import { aLead, aMember, aRegistration, aSubscriber, aUser, type Person, subscribe } from '../testing/factories.ts'
import { createMailCatcher } from '../testing/mail-catcher.ts'
import { invite, inviteToken } from '../testing/team.ts'
import { testApp } from '../testing/test-app.ts'

const app = await testApp()
const { call, db, clock } = app
const mails = createMailCatcher(app.services)
const start = clock.now
afterEach(() => {
  clock.now = start
})

const dayMs = 24 * 60 * 60 * 1000
const newEmail = () => aRegistration().email
const view = (token: string) => call(teamApi.viewInvite, { body: { token } })
const joinBy = (token: string, nome = 'Rita Alves') =>
  call(teamApi.joinByInvite, { body: { token, nome, password: 'segredo1' } })
const accept = (person: Person, token: string) => call(teamApi.acceptInvite, { token: person.token, body: { token } })
const inviteAs = ({ token }: Person, email: string, team_role = 'seller') =>
  call(teamApi.invite, { token, body: { email, team_role } })
const teamOf = async ({ token }: Person) => (await call(teamApi.list, { token })).data
const activeMembers = (accountId: string) =>
  db.rows(`select from users where account_id = $1 and status = 'active'`, [accountId])

describe('the link of an invitation', () => {
  it('shows who invites to what, and the e-mail only masked', async () => {
    const owner = await aUser(app, { nome: 'Ana Reis' })
    const link = await invite(app, mails, owner, 'rita.alves@exemplo.com.br', 'manager')
    expect((await view(link)).data).toEqual({
      account: 'Ana Reis',
      invitedBy: 'Ana Reis',
      team_role: 'manager',
      maskedEmail: 'r•••@exemplo.com.br',
      hasLogin: false,
    })
  })

  it('is in the fragment of the URL, and only its hash is stored', async () => {
    const owner = await aUser(app)
    const email = newEmail()
    const link = await invite(app, mails, owner, email)
    expect(mails.to(email)[0]?.text).toContain(`http://fechou.test/convite#${link}`)
    expect(link).toHaveLength(43)
    const stored = await db.rows<{ token_hash: Buffer }>('select token_hash from invite_links where account_id = $1', [
      owner.account._id,
    ])
    expect(stored).toHaveLength(1)
    expect(stored[0]?.token_hash.toString('base64url')).not.toBe(link)
  })

  it('expires after seven days', async () => {
    const owner = await aUser(app)
    const link = await invite(app, mails, owner, newEmail())
    clock.now = new Date(start.getTime() + 7 * dayMs - 1000)
    expect((await view(link)).status).toBe(200)
    clock.now = new Date(start.getTime() + 7 * dayMs)
    expect((await view(link)).error.code).toBe('invalid_invite')
    expect((await joinBy(link)).error.code).toBe('invalid_invite')
  })

  it('ends when the invitation is withdrawn or sent again', async () => {
    const owner = await aUser(app)
    const email = newEmail()
    const first = await invite(app, mails, owner, email)
    const id = (await teamOf(owner)).invites[0]?._id ?? ''
    const { data } = await call(teamApi.resendInvite, { token: owner.token, params: { id } })
    const second = await inviteToken(mails, email)
    expect([(await view(first)).status, (await view(second)).status]).toEqual([400, 200])
    await call(teamApi.removeInvite, { token: owner.token, params: { id: data._id } })
    expect((await joinBy(second)).error.code).toBe('invalid_invite')
  })

  it('is not mailed for an invitation that was withdrawn before', async () => {
    const owner = await aUser(app)
    const email = newEmail()
    const { data } = await inviteAs(owner, email)
    await call(teamApi.removeInvite, { token: owner.token, params: { id: data._id } })
    await mails.deliver()
    expect(mails.to(email)).toEqual([])
  })

  it('names neither inviter nor account when their names look like an advertisement', async () => {
    const owner = await aUser(app, { nome: 'Ganhe em http://golpe.example' })
    const email = newEmail()
    await invite(app, mails, owner, email)
    expect(mails.to(email)[0]?.text).toContain('Alguém convidou você para uma equipe no Fechou')
    expect(mails.to(email)[0]?.text).not.toContain('golpe')
  })
})

describe('joining with a new login', () => {
  it('creates a member with the invited role, no account, and uses up no trial', async () => {
    const owner = await aUser(app, { nome: 'Ana Reis' })
    const email = newEmail()
    const link = await invite(app, mails, owner, email, 'manager')
    const accounts = async () => (await db.row<{ count: number }>('select count(*) as count from accounts'))?.count
    const before = await accounts()
    const { status, data } = await joinBy(link)
    expect([status, data.account._id, data.member.team_role, data.user.email]).toEqual([
      201,
      owner.account._id,
      'manager',
      email,
    ])
    expect(await accounts()).toBe(before)
    expect(await db.rows('select from past_trials')).toEqual([])
    expect((await call(authApi.login, { body: { email, password: 'segredo1' } })).data.account._id).toBe(
      owner.account._id,
    )
    await mails.deliver()
    expect(mails.to(owner.user.email).at(-1)?.text).toContain('Rita Alves aceitou seu convite')
  })

  it('works once', async () => {
    const link = await invite(app, mails, await aUser(app), newEmail())
    expect((await joinBy(link)).status).toBe(201)
    expect((await joinBy(link)).error.code).toBe('invalid_invite')
    expect((await view(link)).error.code).toBe('invalid_invite')
  })

  it('is rejected when the e-mail has a login, which the link tells', async () => {
    const person = await aUser(app)
    const link = await invite(app, mails, await aUser(app), person.user.email)
    expect((await view(link)).data.hasLogin).toBe(true)
    expect((await joinBy(link)).error.code).toBe('email_taken')
    expect((await view(link)).status).toBe(200)
  })
})

describe('joining with an existing login', () => {
  it('adds a membership, and the person switches between both accounts', async () => {
    const [owner, person] = [await aUser(app, { nome: 'Ana Reis' }), await aUser(app, { nome: 'Bia Prado' })]
    const own = await aLead(app, person.token)
    const link = await invite(app, mails, owner, person.user.email.toUpperCase())
    const { data: joined } = await accept(person, link)
    expect(joined.account._id).toBe(owner.account._id)
    expect((await call(authApi.me, { token: person.token })).status).toBe(401)
    const { accounts } = (await call(authAccountsApi.accounts, { token: joined.token })).data
    expect(accounts.map(({ account, team_role, current }) => [account.nome, team_role, current])).toEqual([
      ['Ana Reis', 'seller', true],
      ['Bia Prado', 'owner', false],
    ])
    expect((await call(leadsApi.find, { token: joined.token, params: { id: own._id } })).status).toBe(404)
    const back = (
      await call(authAccountsApi.switchAccount, { token: joined.token, body: { accountId: person.account._id } })
    ).data
    expect([back.account._id, back.member._id]).toEqual([person.account._id, person.member._id])
    expect((await call(leadsApi.find, { token: back.token, params: { id: own._id } })).status).toBe(200)
    expect((await call(authApi.me, { token: joined.token })).status).toBe(401)
  })

  it('is rejected for another e-mail', async () => {
    const link = await invite(app, mails, await aUser(app), newEmail())
    const stranger = await aUser(app)
    expect((await accept(stranger, link)).error.code).toBe('invited_elsewhere')
    expect((await view(link)).status).toBe(200)
  })

  it('is rejected after the person joined in another way', async () => {
    const owner = await aUser(app)
    const member = await aMember(app, owner, 'seller')
    expect((await inviteAs(owner, member.user.email)).error.code).toBe('already_member')
  })

  it('does not switch to an account of others', async () => {
    const [owner, stranger] = [await aUser(app), await aUser(app)]
    const body = { accountId: owner.account._id }
    expect((await call(authAccountsApi.switchAccount, { token: stranger.token, body })).error.code).toBe('not_found')
  })
})

describe('the seats of the plan', () => {
  it('count members and open invitations', async () => {
    const owner = await aSubscriber(app, 'pro')
    await aMember(app, owner, 'seller')
    for (let count = 0; count < 3; count++) expect((await inviteAs(owner, newEmail())).status).toBe(201)
    expect((await teamOf(owner)).seats).toEqual({ used: 5, limit: 5 })
    const denied = await inviteAs(owner, newEmail())
    expect([denied.status, denied.error]).toMatchObject([402, { code: 'plan_required', plan: 'enterprise' }])
    await db.run('update invites set expires_at = $2 where account_id = $1', [owner.account._id, clock.now])
    expect((await inviteAs(owner, newEmail())).status).toBe(201)
  })

  it('need no further one for an e-mail that is invited again', async () => {
    const owner = await aSubscriber(app, 'pro')
    const emails = Array.from({ length: 4 }, newEmail)
    for (const email of emails) await inviteAs(owner, email)
    expect((await inviteAs(owner, emails[0]?.toUpperCase() ?? '', 'manager')).status).toBe(201)
    expect((await teamOf(owner)).invites).toHaveLength(4)
  })

  it('go to one of 20 parallel acceptances when one is left', async () => {
    const owner = await aSubscriber(app, 'enterprise')
    const links: string[] = []
    for (let count = 0; count < 20; count++) links.push(await invite(app, mails, owner, newEmail()))
    await subscribe(app, owner.user, 'pro')
    for (let count = 0; count < 3; count++) await aMember(app, owner, 'seller')
    const replies = await Promise.all(links.map(link => joinBy(link)))
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(new Set(replies.filter(({ status }) => status !== 201).map(({ error }) => error.code))).toEqual(
      new Set(['seat_required']),
    )
    expect(await activeMembers(owner.account._id)).toHaveLength(5)
    const orphans = 'select from identities i where not exists (select from users where identity_id = i.id)'
    expect(await db.rows(orphans)).toEqual([])
    expect((await teamOf(owner)).invites).toHaveLength(19)
  })

  it('go once to 10 parallel uses of one link', async () => {
    const owner = await aSubscriber(app, 'pro')
    const link = await invite(app, mails, owner, newEmail())
    const replies = await Promise.all(Array.from({ length: 10 }, () => joinBy(link)))
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(await activeMembers(owner.account._id)).toHaveLength(2)
  })
})

describe('a manager', () => {
  it('invites sellers and manages their invitations only', async () => {
    const owner = await aUser(app)
    const manager = await aMember(app, owner, 'manager')
    expect((await inviteAs(manager, newEmail(), 'manager')).error.code).toBe('role_too_high')
    expect((await inviteAs(manager, newEmail())).status).toBe(201)
    const email = newEmail()
    const { data } = await inviteAs(owner, email, 'manager')
    expect((await inviteAs(manager, email)).error.code).toBe('role_too_high')
    for (const endpoint of [teamApi.resendInvite, teamApi.removeInvite]) {
      const reply = await call(endpoint, { token: manager.token, params: { id: data._id } })
      expect(reply.error.code).toBe('role_too_high')
    }
  })
})

it('a seller sees the names of the team, but neither e-mails nor invitations', async () => {
  const owner = await aUser(app, { nome: 'Ana Reis' })
  const seller = await aMember(app, owner, 'seller', 'Rui Lima')
  await inviteAs(owner, newEmail())
  const { members, invites } = await teamOf(seller)
  expect(members.map(({ nome, email, leads }) => [nome, email, leads])).toEqual([
    ['Ana Reis', null, null],
    ['Rui Lima', null, null],
  ])
  expect(invites).toEqual([])
})

it('an account of others has no invitation with this id', async () => {
  const { data } = await inviteAs(await aUser(app), newEmail())
  const stranger = await aUser(app)
  for (const endpoint of [teamApi.resendInvite, teamApi.removeInvite]) {
    expect((await call(endpoint, { token: stranger.token, params: { id: data._id } })).status).toBe(404)
  }
})
