import { describe, expect, it } from 'vitest'
import { leadsApi } from '#contract/leads/leads.ts'
import { teamApi } from '#contract/team/team.ts'
import { aMember, aRegistration, aSubscriber, type Person, subscribe } from '../testing/factories.ts'
import { createMailCatcher } from '../testing/mail-catcher.ts'
import { invite } from '../testing/team.ts'
import { testApp } from '../testing/test-app.ts'

const app = await testApp()
const { call, db, clock } = app
const mails = createMailCatcher(app.services)

const order = ({ token }: Person, people: Person[]) =>
  call(teamApi.orderSeats, { token, body: { members: people.map(({ member }) => member._id) } })
const isWorking = async ({ token }: Person) => (await call(leadsApi.stats, { token })).status === 200
const nameOf = ({ user }: Person) => user.nome

/** Six members of an account whose plan had 25 seats and now has five. */
const aDowngradedTeam = async () => {
  const owner = await aSubscriber(app, 'enterprise')
  const members: Person[] = []
  for (const nome of ['Bia', 'Caio', 'Davi', 'Eva', 'Fábio']) members.push(await aMember(app, owner, 'seller', nome))
  await subscribe(app, owner.user, 'pro')
  return { owner, members }
}
const listed = async ({ token }: Person) =>
  (await call(teamApi.list, { token })).data.members.slice(1).map(({ nome, hasSeat }) => [nome, hasSeat])

describe('the order of the seats', () => {
  it('decides after a downgrade who works, and is recorded', async () => {
    const { owner, members } = await aDowngradedTeam()
    const last = members[4] as Person
    expect(await isWorking(last)).toBe(false)
    expect((await order(owner, members.toReversed())).status).toBe(204)
    expect(await listed(owner)).toEqual([
      ['Fábio', true],
      ['Eva', true],
      ['Davi', true],
      ['Caio', true],
      ['Bia', false],
    ])
    expect(await Promise.all(members.map(isWorking))).toEqual([false, true, true, true, true])
    const { entries } = (await call(teamApi.trail, { token: owner.token })).data
    expect(entries[0]).toMatchObject({
      action: 'order-seats',
      details: { members: 'Fábio, Eva, Davi, Caio, Bia' },
    })
  })

  it('changes once in 24 hours; repeating it changes nothing', async () => {
    const { owner, members } = await aDowngradedTeam()
    const start = clock.now
    expect((await order(owner, members)).status).toBe(204)
    expect((await order(owner, members.toReversed())).status).toBe(204)
    expect((await order(owner, members.toReversed())).status).toBe(204)
    expect((await order(owner, members)).error.code).toBe('seats_ordered_today')
    clock.now = new Date(start.getTime() + 24 * 60 * 60 * 1000)
    expect((await order(owner, members)).status).toBe(204)
    clock.now = start
  })

  it('names each member but the owner once', async () => {
    const { owner, members } = await aDowngradedTeam()
    const [first] = members as [Person]
    const stranger = await aSubscriber(app, 'pro')
    for (const people of [
      members.slice(1),
      [...members, owner],
      [first, ...members.slice(0, 4)],
      [...members, stranger],
    ])
      expect((await order(owner, people)).error.fields).toEqual({
        members: 'A equipe mudou. Confira a ordem e salve de novo.',
      })
    expect(await listed(owner)).toEqual(members.map((member, index) => [nameOf(member), index < 4]))
  })

  it('is the owner’s to change', async () => {
    const owner = await aSubscriber(app, 'pro')
    const manager = await aMember(app, owner, 'manager')
    expect((await order(manager, [manager])).status).toBe(403)
  })

  it('puts a member who joins later last', async () => {
    const owner = await aSubscriber(app, 'pro')
    const members = [await aMember(app, owner, 'seller', 'Bia'), await aMember(app, owner, 'seller', 'Caio')]
    await order(owner, members.toReversed())
    const { email } = aRegistration()
    const token = await invite(app, mails, owner, email)
    await call(teamApi.joinByInvite, { body: { token, nome: 'Zoe', password: 'segredo1' } })
    expect((await listed(owner)).map(([nome]) => nome)).toEqual(['Caio', 'Bia', 'Zoe'])
  })

  it('leaves exactly the seats of the plan in use after 20 parallel changes and a removal', async () => {
    const { owner, members } = await aDowngradedTeam()
    const [gone, ...others] = members as [Person, ...Person[]]
    const remove = () =>
      call(teamApi.removeMember, { token: owner.token, params: { id: gone.member._id }, body: { leadsTo: null } })
    const acts = Array.from({ length: 20 }, (_, index) =>
      index === 7 ? remove() : order(owner, index % 2 ? members.toReversed() : others.toReversed()),
    )
    const statuses = (await Promise.all(acts)).map(({ status }) => status)
    expect(Math.max(...statuses)).toBeLessThan(500)
    const rows = await db.rows<{ seat_order: number }>(
      `select seat_order from users where account_id = $1 and status = 'active' and team_role <> 'owner'`,
      [owner.account._id],
    )
    expect(rows).toHaveLength(4)
    expect(new Set(rows.map(({ seat_order }) => seat_order)).size).toBe(4)
    expect(await Promise.all([owner, ...others].map(isWorking))).toEqual(Array(5).fill(true))
  })
})
