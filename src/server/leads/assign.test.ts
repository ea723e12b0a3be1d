import { describe, expect, it } from 'vitest'
import { leadsApi } from '#contract/leads.ts'
import { AppError } from '../errors.ts'
import { aLead, aMember, aUser, type Person } from '../testing/factories.ts'
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
