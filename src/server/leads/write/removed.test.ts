import { describe, expect, it } from 'vitest'
import { type Lead, leadsApi } from '#contract/leads/leads.ts'
import { aLead, aUser, type Person, userRow } from '../../testing/factories.ts'
import { testApp } from '../../testing/test-app.ts'

const app = await testApp()
const { call } = app

/** Requests of one user. */
const requestsOf = ({ token }: Person) => {
  const at = (lead: Lead, version?: number) => ({
    token,
    params: { id: lead._id },
    headers: version === undefined ? {} : { 'if-match': `"${version}"` },
  })
  return {
    find: (lead: Lead) => call(leadsApi.find, at(lead)),
    put: (lead: Lead, version: number) => call(leadsApi.replace, { ...at(lead, version), body: lead }),
    rename: async (lead: Lead, nome: string) => (await call(leadsApi.update, { ...at(lead), body: { nome } })).data,
    remove: (lead: Lead, version?: number) => call(leadsApi.remove, at(lead, version)),
    restore: (lead: Lead, onlyMissing?: boolean) =>
      call(leadsApi.sync, { token, body: { leads: [lead], onlyMissing } }),
    create: (lead: Lead) => call(leadsApi.create, { token, body: lead }),
  }
}

describe('a removal with If-Match', () => {
  it('is rejected with the current lead if the version does not match', async () => {
    const person = await aUser(app)
    const { rename, remove, find } = requestsOf(person)
    const lead = await aLead(app, person.token)
    const current = await rename(lead, 'Maria')
    const { status, error } = await remove(lead, 1)
    expect([status, error.code, error.lead]).toEqual([412, 'stale_lead', current])
    expect((await find(lead)).data).toEqual(current)
    expect((await remove(lead, 2)).status).toBe(204)
    expect((await remove(lead, 2)).status).toBe(404)
  })

  it('never removes a concurrent change', async () => {
    const person = await aUser(app)
    const { put, remove, find } = requestsOf(person)
    const leads = await Promise.all(Array.from({ length: 30 }, () => aLead(app, person.token)))
    const rounds = await Promise.all(
      leads.map(async lead => Promise.all([put({ ...lead, nome: 'Mudou' }, 1), remove(lead, 1)])),
    )
    for (const [index, [changed, removed]] of rounds.entries()) {
      expect([changed.status, removed.status]).toEqual(changed.status === 200 ? [200, 412] : [404, 204])
      expect((await find(leads[index] as Lead)).status).toBe(changed.status)
    }
  })
})

describe('versions of a removed lead', () => {
  it.each(['restore', 'create'] as const)('continue after it comes back by %s', async way => {
    const person = await aUser(app)
    const requests = requestsOf(person)
    const lead = await aLead(app, person.token)
    await requests.rename(lead, 'Maria')
    await requests.remove(lead)
    await requests[way](lead)
    const back = (await requests.find(lead)).data
    expect(back.version).toBe(3)
    await requests.rename(lead, 'Texto mais novo')
    for (const version of [1, 2]) expect((await requests.put(lead, version)).status).toBe(412)
    expect((await requests.find(lead)).data.nome).toBe('Texto mais novo')
  })

  it('continue each time, independently of other accounts', async () => {
    const [mine, other] = [await aUser(app), await aUser(app)]
    const requests = requestsOf(mine)
    const lead = await aLead(app, mine.token)
    for (const version of [2, 3, 4]) {
      await requests.remove(lead)
      expect((await requests.create(lead)).data.version).toBe(version)
    }
    const elsewhere = { ...lead, userId: other.user._id }
    expect((await requestsOf(other).create(elsewhere)).data.version).toBe(1)
  })

  it('never repeat under concurrent removals and creations', async () => {
    const person = await aUser(app)
    const { create, remove, find } = requestsOf(person)
    const lead = await aLead(app, person.token)
    const seen = new Map<number, string>([[1, lead.createdAt]])
    for (let round = 0; round < 15; round++) {
      const responses = await Promise.all([remove(lead), create(lead), create(lead), remove(lead), create(lead)])
      for (const { status, data } of responses) {
        if (status !== 201 || !data) continue
        expect(seen.has(data.version), `version ${data.version} twice`).toBe(false)
        seen.set(data.version, data.createdAt)
      }
    }
    if ((await find(lead)).status === 200) await remove(lead)
    expect((await create(lead)).data.version).toBe(Math.max(...seen.keys()) + 1)
  })

  it('are deleted with the account and do not affect totals', async () => {
    const person = await aUser(app)
    const requests = requestsOf(person)
    const lead = await aLead(app, person.token, { valorServico: 12.34 })
    const countRemoved = async () => (await app.db.rows('select from removed_leads where id = $1', [lead._id])).length
    await requests.remove(lead)
    expect(await countRemoved()).toBe(1)
    await requests.restore(lead)
    expect(await countRemoved()).toBe(0)
    const stats = async () => (await call(leadsApi.stats, { token: person.token })).data
    expect(await stats()).toMatchObject({ total: 1, novoLead: 1, valorTotal: 12.34 })
    const { account_id } = await userRow(app, person.user)
    await requests.remove(lead)
    await app.db.run('delete from accounts where id = $1', [account_id])
    expect(await countRemoved()).toBe(0)
  })
})

describe('undoing a removal', () => {
  it('restores a missing lead and leaves an existing one unchanged', async () => {
    const person = await aUser(app)
    const { remove, restore, rename, find } = requestsOf(person)
    const lead = await aLead(app, person.token)
    await remove(lead)
    expect((await restore(lead, true)).data).toEqual({ restored: 1, erased: 0 })
    const newer = await rename(lead, 'Texto mais novo')
    expect((await restore(lead, true)).data).toEqual({ restored: 0, erased: 0 })
    expect((await find(lead)).data).toEqual(newer)
  })
})
