import { describe, expect, it } from 'vitest'
import { leadsApi } from '#contract/leads/leads.ts'
import { AppError } from '../errors.ts'
import { aLead, aLeadForm, aMember, aUser, type Person } from '../testing/factories.ts'
import { testApp } from '../testing/test-app.ts'
import { assignLeads } from './assign-leads.ts'

const app = await testApp()
const { call, db } = app

const writerOf = ({ account, member }: Person) => ({
  accountId: account._id,
  userId: member._id,
  actor: { kind: 'user' as const, id: member._id },
  member,
})
const totalOf = async ({ token }: Person) => (await call(leadsApi.stats, { token })).data.total

const aTeam = async () => {
  const owner = await aUser(app)
  return { owner, seller: await aMember(app, owner, 'seller'), colleague: await aMember(app, owner, 'seller') }
}

describe('assigning leads', () => {
  it('makes another member responsible, with a new version, a trace and the totals of both', async () => {
    const { owner, seller } = await aTeam()
    const lead = await aLead(app, owner.token)
    expect(await assignLeads(db, writerOf(owner), [lead._id], seller.member._id)).toBe(1)
    const { data } = await call(leadsApi.find, { token: seller.token, params: { id: lead._id } })
    expect(data).toMatchObject({ userId: seller.member._id, version: 2 })
    expect([await totalOf(owner), await totalOf(seller)]).toEqual([1, 1])
    const change = await db.row('select * from changes where account_id = $1 and seq = 2', [owner.account._id])
    expect(change).toMatchObject({
      kind: 'changed',
      version: 2,
      owner_before: owner.member._id,
      owner_after: seller.member._id,
      actor_id: owner.member._id,
    })
  })

  it('leaves a lead unassigned for `null`, and changes nothing when repeated', async () => {
    const { owner } = await aTeam()
    const { _id } = await aLead(app, owner.token)
    expect(await assignLeads(db, writerOf(owner), [_id], null)).toBe(1)
    expect(await assignLeads(db, writerOf(owner), [_id], null)).toBe(0)
    expect((await call(leadsApi.find, { token: owner.token, params: { id: _id } })).data).toMatchObject({
      userId: null,
      version: 2,
    })
  })

  it('passes over leads that the member does not see', async () => {
    const { owner, seller, colleague } = await aTeam()
    const [own, other] = [await aLead(app, seller.token), await aLead(app, owner.token)]
    expect(await assignLeads(db, writerOf(seller), [own._id, other._id], colleague.member._id)).toBe(1)
    expect(await totalOf(colleague)).toBe(1)
  })

  it('throws for a member of another account and for a former member', async () => {
    const { owner, seller } = await aTeam()
    const lead = await aLead(app, owner.token)
    await db.run(`update users set status = 'removed', identity_id = null, removed_at = now() where id = $1`, [
      seller.member._id,
    ])
    for (const to of [seller.member._id, (await aUser(app)).member._id])
      await expect(assignLeads(db, writerOf(owner), [lead._id], to)).rejects.toThrow(new AppError('not_found'))
    expect((await call(leadsApi.find, { token: owner.token, params: { id: lead._id } })).data).toEqual(lead)
  })
})

describe('POST /leads/assign', () => {
  const assign = ({ token }: Person, ids: string[], to: Person | null) =>
    call(leadsApi.assign, { token, body: { ids, to: to?.member._id ?? null } })

  it('is for managers and the owner', async () => {
    const { owner, seller, colleague } = await aTeam()
    const lead = await aLead(app, owner.token)
    expect((await assign(owner, [lead._id], seller)).data).toEqual({ assigned: 1 })
    expect((await assign(seller, [lead._id], colleague)).status).toBe(403)
  })

  it('changes nothing for a member of another account', async () => {
    const { owner } = await aTeam()
    const lead = await aLead(app, owner.token)
    expect((await assign(owner, [lead._id], await aUser(app))).error.code).toBe('not_found')
    expect((await assign(await aUser(app), [lead._id], null)).data).toEqual({ assigned: 0 })
  })
})

describe('a new lead', () => {
  const create = ({ token }: Person, userId?: string | null) =>
    call(leadsApi.create, { token, body: aLeadForm(userId === undefined ? {} : { userId }) })

  it('goes to its creator, unless a manager or the owner names another member, or none', async () => {
    const { owner, seller } = await aTeam()
    expect((await create(owner)).data.userId).toBe(owner.member._id)
    expect((await create(owner, seller.member._id)).data.userId).toBe(seller.member._id)
    expect((await create(owner, null)).data.userId).toBeNull()
    const body = aLeadForm({ userId: seller.member._id })
    expect((await call(leadsApi.quickAdd, { token: owner.token, body })).data.userId).toBe(seller.member._id)
    expect(await totalOf(seller)).toBe(2)
  })

  it('stays with a seller, whoever they name', async () => {
    const { seller, colleague } = await aTeam()
    for (const userId of [seller.member._id, colleague.member._id, null])
      expect((await create(seller, userId)).data.userId).toBe(seller.member._id)
  })

  it('does not go to a stranger or to a former member', async () => {
    const { owner, seller } = await aTeam()
    await db.run(`update users set status = 'removed', identity_id = null, removed_at = now() where id = $1`, [
      seller.member._id,
    ])
    for (const { member } of [seller, await aUser(app)])
      expect((await create(owner, member._id)).error.fields).toEqual({ userId: 'Escolha alguém da equipe' })
  })
})

describe('taking a lead', () => {
  const take = ({ token }: Person, id: string) => call(leadsApi.take, { token, params: { id } })
  const letSellersTake = ({ account }: Person) =>
    db.run('update accounts set sellers_take_unassigned = true where id = $1', [account._id])
  const anUnassignedLead = async (owner: Person) => {
    const { _id } = await aLead(app, owner.token)
    await assignLeads(db, writerOf(owner), [_id], null)
    return _id
  }

  it('makes a seller responsible where the account allows it', async () => {
    const { owner, seller, colleague } = await aTeam()
    await letSellersTake(owner)
    const id = await anUnassignedLead(owner)
    expect((await take(seller, id)).data).toMatchObject({ userId: seller.member._id, version: 3 })
    expect((await take(seller, id)).data).toMatchObject({ userId: seller.member._id, version: 3 })
    expect((await take(colleague, id)).error.code).toBe('not_found')
  })

  it('is rejected where the account does not allow it, and for the lead of a colleague', async () => {
    const { owner, seller } = await aTeam()
    await db.run(`update accounts set sellers_see = 'all' where id = $1`, [owner.account._id])
    expect((await take(seller, await anUnassignedLead(owner))).error.code).toBe('take_not_allowed')
    expect((await take(seller, (await aLead(app, owner.token))._id)).error.code).toBe('lead_taken')
  })

  it('responds for a colleague’s lead as for none', async () => {
    const { owner, seller } = await aTeam()
    const lead = await aLead(app, owner.token)
    const [hidden, none] = [await take(seller, lead._id), await take(seller, crypto.randomUUID())]
    const withoutRequest = ({ error: { requestId: _, ...error }, status }: typeof none) => ({ status, error })
    expect(withoutRequest(hidden)).toEqual(withoutRequest(none))
  })

  it('goes to one of two sellers in parallel', async () => {
    const { owner, seller, colleague } = await aTeam()
    await letSellersTake(owner)
    const id = await anUnassignedLead(owner)
    const statuses = (await Promise.all([take(seller, id), take(colleague, id)])).map(({ status }) => status)
    expect(statuses.toSorted()).toEqual([200, 404])
  })
})

describe('the filter by responsible member', () => {
  it('applies to list, board, totals and export alike', async () => {
    const { owner, seller } = await aTeam()
    await aLead(app, owner.token, { valorServico: 100 })
    await aLead(app, seller.token, { valorServico: 10 })
    const free = await aLead(app, owner.token, { valorServico: 1 })
    await assignLeads(db, writerOf(owner), [free._id], null)
    const { token } = owner
    const sums = async (userId: string) => {
      const query = { userId }
      const stats = (await call(leadsApi.stats, { token, query })).data.valorTotal
      const narrowed = (await call(leadsApi.stats, { token, query: { ...query, search: 'bem' } })).data.valorTotal
      const list = (await call(leadsApi.list, { token, query })).data.leads
      const { columns } = (await call(leadsApi.board, { token, query })).data
      const { leads: exported }: { leads: { valorServico: number }[] } = JSON.parse(
        (await call(leadsApi.export, { token, query: { ...query, format: 'json' } })).raw.body,
      )
      const sum = (leads: { valorServico: number }[]) => leads.reduce((total, lead) => total + lead.valorServico, 0)
      return [stats, narrowed, sum(list), sum(columns.flatMap(({ leads }) => leads)), sum(exported)]
    }
    expect(await sums(owner.member._id)).toEqual(Array(5).fill(100))
    expect(await sums(seller.member._id.toUpperCase())).toEqual(Array(5).fill(10))
    expect(await sums('none')).toEqual(Array(5).fill(1))
    expect(await sums('')).toEqual(Array(5).fill(111))
    expect((await call(leadsApi.list, { token, query: { userId: 'x' } })).status).toBe(400)
  })

  it('shows a seller nothing of a colleague', async () => {
    const { owner, seller } = await aTeam()
    await aLead(app, owner.token)
    const query = { userId: owner.member._id }
    expect((await call(leadsApi.list, { token: seller.token, query })).data).toMatchObject({ leads: [], total: 0 })
    expect((await call(leadsApi.stats, { token: seller.token, query })).data.total).toBe(0)
  })
})
