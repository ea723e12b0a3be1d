import { describe, expect, it } from 'vitest'
import { captureApi } from '#contract/capture/capture.ts'
import { teamApi } from '#contract/team/team.ts'
import { captureApp } from '../testing/capture-app.ts'
import { aMember, aSubscriber, aUser, fetchAllLeads, type Person, subscribe } from '../testing/factories.ts'

const app = await captureApp()
const { call, db, aForm, aSubmission, send } = app

describe('leads of a form', () => {
  it('go to five sellers by turns: 1,000 at once are 200 each, and the ledger says whose turn each was', async () => {
    const owner = await aSubscriber(app, 'enterprise')
    const sellers: Person[] = []
    for (let index = 0; index < 5; index++) sellers.push(await aMember(app, owner, 'seller', `Vendedor ${index}`))
    const memberIds = sellers.map(({ member }) => member._id)
    const form = await aForm(owner, { distribution: 'turns', memberIds })
    /** A client repeats what was rejected because of too many at once, or because a busy machine took too long. */
    const sendUntilTaken = async (body: object) => {
      let status = 0
      for (let attempt = 0; attempt < 30; attempt++) {
        ;({ status } = await send(form, body))
        if (status !== 429 && status !== 503) break
      }
      return status
    }
    const statuses = await Promise.all(Array.from({ length: 1000 }, () => sendUntilTaken(aSubmission())))
    expect(statuses.filter(status => status !== 200)).toEqual([])
    const counts = await db.rows<{ count: number }>(
      'select count(*) from leads where account_id = $1 group by user_id',
      [owner.account._id],
    )
    expect(counts).toEqual(sellers.map(() => ({ count: 200 })))

    // Every member reads the ledger, which names no lead.
    const { data } = await call(captureApi.turns, { token: sellers[0]?.token, query: { limit: 100 } })
    const names = data.turns.map(({ member }) => member.nome)
    expect(names.slice(0, 5)).toEqual(['Vendedor 4', 'Vendedor 3', 'Vendedor 2', 'Vendedor 1', 'Vendedor 0'])
    expect(names.slice(5, 10)).toEqual(names.slice(0, 5))
    expect(data.nextCursor).not.toBeNull()
  })

  it('skip members without a seat or who left, and go to nobody if there is no other', async () => {
    const owner = await aSubscriber(app, 'pro')
    const seller = await aMember(app, owner, 'seller')
    const memberIds = [owner.member._id, seller.member._id]
    const form = await aForm(owner, { distribution: 'turns', memberIds })
    const single = await aForm(owner, { distribution: 'member', memberIds: [seller.member._id] })
    for (let sent = 0; sent < 2; sent++) await send(form)
    await send(single)
    await subscribe(app, owner.user, 'basic')
    await send(form)
    const responsible = async () =>
      (await fetchAllLeads(app, owner.token))
        .toSorted((a, b) => a.createdAt.localeCompare(b.createdAt))
        .map(({ userId }) => userId)
    const [first, second] = memberIds
    expect(await responsible()).toEqual([first, second, second, first])
    await subscribe(app, owner.user, 'pro')
    const params = { id: seller.member._id }
    const body = { leadsTo: owner.member._id }
    expect((await call(teamApi.removeMember, { token: owner.token, params, body })).status).toBe(200)
    await send(form)
    await send(single)
    expect((await responsible()).slice(4)).toEqual([first, null])
  })

  it('may be given to members of the account only', async () => {
    const [owner, stranger] = [await aUser(app), await aUser(app)]
    const body = { nome: 'Site', title: 'Site', fields: ['email'], required: [], distribution: 'turns' }
    const refused = await call(captureApi.createForm, {
      token: owner.token,
      body: { ...body, memberIds: [stranger.member._id] },
    })
    expect(refused.error.fields).toEqual({ memberIds: 'Escolha pessoas que estão na equipe' })
    const form = await aForm(stranger)
    const params = { id: form._id }
    expect((await call(captureApi.changeForm, { token: owner.token, params, body: form })).status).toBe(404)
    expect((await call(captureApi.removeForm, { token: owner.token, params })).status).toBe(404)
  })
})
