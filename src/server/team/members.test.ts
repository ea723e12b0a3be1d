import { describe, expect, it } from 'vitest'
import { authApi } from '#contract/auth/auth.ts'
import { leadsApi } from '#contract/leads/leads.ts'
import { teamApi } from '#contract/team/team.ts'
import { aLead, aMember, aMembership, aUser, fetchAllLeads, type Person } from '../testing/factories.ts'
import { createMailCatcher } from '../testing/mail-catcher.ts'
import { invite } from '../testing/team.ts'
import { testApp } from '../testing/test-app.ts'

const app = await testApp()
const { call, db } = app
const mails = createMailCatcher(app.services)

const remove = ({ token }: Person, who: Person, leadsTo: Person | null = null) =>
  call(teamApi.removeMember, { token, params: { id: who.member._id }, body: { leadsTo: leadsTo?.member._id ?? null } })
const changeRole = ({ token }: Person, who: Person, team_role: string) =>
  call(teamApi.changeRole, { token, params: { id: who.member._id }, body: { team_role } })
const transfer = ({ token, password }: Person, to: Person) =>
  call(teamApi.transfer, { token, body: { to: to.member._id, password } })
const roleOf = async ({ token }: Person) => (await call(authApi.me, { token })).data.member.team_role
const responsibles = async (person: Person) => (await fetchAllLeads(app, person.token)).map(({ userId }) => userId)
const trailOf = async ({ token }: Person) => (await call(teamApi.trail, { token })).data.entries

const aTeam = async () => {
  const owner = await aUser(app, { nome: 'Ana Reis' })
  const manager = await aMember(app, owner, 'manager', 'Marina Lopes')
  const seller = await aMember(app, owner, 'seller', 'Rui Lima')
  return { owner, manager, seller }
}

describe('the removal of a member', () => {
  it('gives their leads to the chosen member, and ends their sessions at once', async () => {
    const { owner, manager, seller } = await aTeam()
    for (let count = 0; count < 3; count++) await aLead(app, seller.token)
    expect((await remove(owner, seller, manager)).data).toEqual({ leads: 3 })
    expect((await call(authApi.me, { token: seller.token })).status).toBe(401)
    expect(await responsibles(owner)).toEqual(Array(3).fill(manager.member._id))
    const { members } = (await call(teamApi.list, { token: owner.token })).data
    expect(members.map(({ nome, leads }) => [nome, leads])).toEqual([
      ['Ana Reis', 0],
      ['Marina Lopes', 3],
    ])
    expect((await trailOf(owner))[0]).toMatchObject({
      action: 'remove-member',
      subject: 'Rui Lima',
      details: { leads: '3', leadsTo: 'Marina Lopes' },
    })
  })

  it('leaves their leads without a responsible member if so chosen', async () => {
    const { owner, seller } = await aTeam()
    await aLead(app, seller.token)
    await remove(owner, seller)
    expect(await responsibles(owner)).toEqual([null])
  })

  it('keeps their name as the author of what they did', async () => {
    const { owner, seller } = await aTeam()
    const lead = await aLead(app, seller.token)
    await call(leadsApi.remove, { token: seller.token, params: { id: lead._id } })
    await remove(owner, seller)
    const { leads } = (await call(leadsApi.trash, { token: owner.token })).data
    expect(leads[0]?.removedBy).toEqual({ _id: seller.member._id, nome: 'Rui Lima' })
  })

  it('lets their e-mail register or be invited again', async () => {
    const { owner, seller } = await aTeam()
    await remove(owner, seller)
    const again = await aUser(app, { email: seller.user.email })
    expect(again.user.is_trial).toBe(true)
    const link = await invite(app, mails, owner, seller.user.email)
    expect((await call(teamApi.acceptInvite, { token: again.token, body: { token: link } })).status).toBe(200)
  })

  it('leaves their own account alone', async () => {
    const owner = await aUser(app)
    const person = await aUser(app)
    const joined = await aMembership(app, owner, person, 'seller')
    await remove(owner, joined, owner)
    expect((await call(authApi.me, { token: joined.token })).status).toBe(401)
    expect((await call(authApi.me, { token: person.token })).status).toBe(200)
  })

  it('rejects the member themselves, a stranger and a former member as the heir', async () => {
    const { owner, manager, seller } = await aTeam()
    for (const heir of [seller, await aUser(app)]) {
      expect((await remove(owner, seller, heir)).error.fields).toEqual({ leadsTo: 'Escolha outra pessoa da equipe' })
    }
    await remove(owner, manager)
    expect((await remove(owner, seller, manager)).status).toBe(400)
    expect(await roleOf(seller)).toBe('seller')
  })

  it('is for managers to do with sellers only', async () => {
    const { owner, manager, seller } = await aTeam()
    expect((await remove(manager, owner)).error.code).toBe('role_too_high')
    expect((await remove(manager, manager)).error.code).toBe('role_too_high')
    expect((await remove(owner, owner)).error.code).toBe('role_too_high')
    expect((await remove(manager, seller)).status).toBe(200)
    expect((await remove(manager, seller)).error.code).toBe('not_found')
  })

  it('passes a lead that is restored or created meanwhile to who got the others', async () => {
    const { owner, manager, seller } = await aTeam()
    const lead = await aLead(app, seller.token)
    await call(leadsApi.remove, { token: seller.token, params: { id: lead._id } })
    await remove(owner, seller, manager)
    const { data } = await call(leadsApi.restore, { token: owner.token, params: { id: lead._id } })
    expect(data.userId).toBe(manager.member._id)
    await remove(owner, manager, owner)
    await call(leadsApi.remove, { token: owner.token, params: { id: lead._id } })
    await db.run(`update removed_leads set user_id = $1, lead = lead || jsonb_build_object('user_id', $1::uuid)`, [
      seller.member._id,
    ])
    const again = await call(leadsApi.restore, { token: owner.token, params: { id: lead._id } })
    expect(again.data.userId).toBe(owner.member._id)
  })

  it('leaves no lead with the former member when they create leads in parallel', async () => {
    const { owner, seller } = await aTeam()
    const work = Array.from({ length: 30 }, (_, index) =>
      index === 12 ? remove(owner, seller, owner) : aLead(app, seller.token),
    )
    await Promise.all(work)
    const orphans = `select from leads l join users u on u.account_id = l.account_id and u.id = l.user_id
      where l.account_id = $1 and u.status = 'removed'`
    expect(await db.rows(orphans, [owner.account._id])).toEqual([])
    const totals = `select coalesce(sum(count), 0)::bigint as count from lead_totals
      where account_id = $1 and owner_key = $2`
    expect(await db.row(totals, [owner.account._id, seller.member._id])).toEqual({ count: 0 })
  })
})

describe('leaving', () => {
  it('gives the leads to the owner', async () => {
    const { owner, seller } = await aTeam()
    await aLead(app, seller.token)
    expect((await call(teamApi.leave, { token: seller.token })).status).toBe(204)
    expect((await call(authApi.me, { token: seller.token })).status).toBe(401)
    expect(await responsibles(owner)).toEqual([owner.member._id])
    expect((await trailOf(owner))[0]).toMatchObject({ action: 'leave', actor: { nome: 'Rui Lima' } })
  })
})

describe('the ownership', () => {
  it('is handed over with the password; the plan stays and both are mailed', async () => {
    const { owner, manager } = await aTeam()
    expect((await transfer({ ...owner, password: 'errada' }, manager)).error.code).toBe('wrong_password')
    expect((await transfer(owner, manager)).status).toBe(204)
    expect([await roleOf(owner), await roleOf(manager)]).toEqual(['manager', 'owner'])
    await mails.deliver()
    expect(mails.to(manager.user.email).at(-1)?.text).toContain('Ana Reis passou a equipe “Ana Reis” para você')
    expect(mails.to(owner.user.email).at(-1)?.text).toContain('passou a equipe “Ana Reis” para Marina Lopes')
    expect((await transfer(owner, manager)).error.code).toBe('forbidden')
  })

  it('goes neither to the owner themselves, nor to a former member or a stranger', async () => {
    const { owner, seller } = await aTeam()
    await remove(owner, seller)
    for (const to of [owner, seller, await aUser(app)]) {
      expect((await transfer(owner, to)).error.code).toBe('not_found')
    }
    expect(await roleOf(owner)).toBe('owner')
  })

  it('cannot end by a statement of any writer', async () => {
    const { owner } = await aTeam()
    const [account, id] = [owner.account._id, owner.member._id]
    const ends = [
      `update users set team_role = 'manager' where account_id = $1 and id = $2`,
      `update users set status = 'removed', identity_id = null, removed_at = now() where account_id = $1 and id = $2`,
    ]
    for (const text of ends) await expect(db.run(text, [account, id])).rejects.toThrow('has no owner')
    const second = `update users set team_role = 'owner' where account_id = $1 and id <> $2`
    await expect(db.run(second, [account, id])).rejects.toThrow('users_owner')
  })
})

describe('random changes of a team', () => {
  const activeMembers = `select id from users where account_id = $1 and status = 'active'`
  const withoutOneOwner = `select a.id from accounts a where a.id = $1 and 1 <> (
    select count(*) from users u where u.account_id = a.id and u.team_role = 'owner' and u.status = 'active')`
  const strays = `select from sessions s join users u on u.account_id = s.account_id and u.id = s.user_id
    where s.account_id = $1 and u.status <> 'active'`

  // A generator with a seed, so that a failure can be repeated.
  const createPick = (seed: number) => {
    let state = seed
    return <T>(items: readonly T[]): T => {
      state = (state * 1_103_515_245 + 12_345) % 2 ** 31
      return items[Math.floor((state / 2 ** 31) * items.length)] as T
    }
  }

  it('leave one owner and no session of a former member, 200 times', async () => {
    const owner = await aUser(app)
    let people = [owner]
    const pick = createPick(20_261_122)
    const actionsDone = async () =>
      (
        await db.rows<{ action: string }>(
          'select distinct action from account_trail where account_id = $1 order by 1',
          [owner.account._id],
        )
      ).map(({ action }) => action)
    const all = ['change-role', 'leave', 'remove-member', 'transfer-ownership']
    const hasAll = async () => (await actionsDone()).join() === all.join()
    // Which changes are allowed depends on which come first.
    for (let round = 0; round < 40 || (round < 200 && !(await hasAll())); round++) {
      const ids = (await db.rows<{ id: string }>(activeMembers, [owner.account._id])).map(({ id }) => id)
      people = people.filter(({ member }) => ids.includes(member._id))
      while (people.length < 5) people.push(await aMember(app, owner, pick(['manager', 'seller'])))
      const acts = Array.from({ length: 5 }, () => {
        const [actor, target] = [pick(people), pick(people)]
        const act = pick(['role', 'role', 'transfer', 'transfer', 'remove', 'leave'] as const)
        if (act === 'role') return changeRole(actor, target, pick(['manager', 'seller', 'owner']))
        if (act === 'transfer') return transfer(actor, target)
        if (act === 'remove') return remove(actor, target, pick(people))
        return call(teamApi.leave, { token: actor.token })
      })
      const statuses = (await Promise.all(acts)).map(({ status }) => status)
      expect(Math.max(...statuses)).toBeLessThan(500)
      expect(await db.rows(withoutOneOwner, [owner.account._id])).toEqual([])
      expect(await db.rows(strays, [owner.account._id])).toEqual([])
    }
    expect(await actionsDone()).toEqual(all)
  })
})

describe('settings', () => {
  const body = { nome: 'Padaria Sol', timezone: 'America/Manaus', sellers_see: 'all', sellers_take_unassigned: true }
  const stored = { ...body, digest_hour: 8 }

  it('are changed by the owner, followed by what sellers see, and recorded', async () => {
    const { owner, seller } = await aTeam()
    await aLead(app, owner.token)
    const total = async () => (await call(leadsApi.stats, { token: seller.token })).data.total
    expect(await total()).toBe(0)
    expect((await call(teamApi.changeSettings, { token: owner.token, body })).data).toEqual(stored)
    expect(await total()).toBe(1)
    expect((await call(teamApi.list, { token: seller.token })).data.settings).toEqual(stored)
    expect((await call(authApi.me, { token: seller.token })).data.account).toMatchObject({
      nome: 'Padaria Sol',
      timezone: 'America/Manaus',
    })
    await call(teamApi.changeSettings, { token: owner.token, body: { ...body, digest_hour: null } })
    await call(teamApi.changeSettings, { token: owner.token, body })
    const entries = await trailOf(owner)
    expect(entries.map(({ action, details }) => [action, details])).toEqual([
      ['change-settings', { digest_hour: 'null' }],
      [
        'change-settings',
        { nome: 'Padaria Sol', timezone: 'America/Manaus', sellers_see: 'all', sellers_take_unassigned: 'true' },
      ],
    ])
  })

  it('reject an unknown time zone and an empty name', async () => {
    const { owner } = await aTeam()
    const broken = { ...body, nome: ' ', timezone: 'Mars/Olympus' }
    const { error } = await call(teamApi.changeSettings, { token: owner.token, body: broken })
    expect(error.fields).toEqual({ nome: 'Informe o nome da conta', timezone: 'Escolha um fuso horário' })
  })
})
