import { describe, expect, it } from 'vitest'
import type { Lead } from '#contract/leads/leads.ts'
import { leadsApi } from '#contract/leads/leads.ts'
import { aLead, aMember, aUser, type Person } from '../testing/factories.ts'
import { testApp } from '../testing/test-app.ts'

const app = await testApp()
const { call } = app

const leadsOf = async ({ token }: Person): Promise<Lead[]> =>
  (await call(leadsApi.list, { token, query: { limit: '100' } })).data.leads
const add = async ({ token }: Person) => (await call(leadsApi.addSamples, { token })).data.added
const remove = async ({ token }: Person) => (await call(leadsApi.removeSamples, { token })).data.removed
const firstSteps = async ({ token }: Person) => (await call(leadsApi.firstSteps, { token })).data

describe('sample leads', () => {
  it('are marked in their names, have reserved e-mails, and are in several stages', async () => {
    const person = await aUser(app)
    expect(await add(person)).toBe(7)
    const leads = await leadsOf(person)
    expect(leads).toHaveLength(7)
    for (const { nome, email } of leads)
      expect([nome, email]).toEqual([expect.stringMatching(/\(exemplo\)$/), expect.stringMatching(/\.example$/)])
    expect(new Set(leads.map(({ status }) => status)).size).toBe(6)
    expect(leads.find(({ status }) => status === 'ganho')?.dataFechamento).toBeTruthy()
  })

  it('are added once, and only to the account of the caller', async () => {
    const [person, other] = [await aUser(app), await aUser(app)]
    await add(person)
    expect(await add(person)).toBe(0)
    expect(await add(other)).toBe(7)
    expect(await leadsOf(person)).toHaveLength(7)
    await remove(person)
    expect(await leadsOf(other)).toHaveLength(7)
  })

  it('are removed in one call, with the moved ones, and can be added again', async () => {
    const person = await aUser(app)
    const own = await aLead(app, person.token)
    await add(person)
    const [moved] = (await leadsOf(person)).filter(({ status }) => status === 'qualificando')
    const params = { id: moved?._id ?? '' }
    await call(leadsApi.update, { token: person.token, params, body: { status: 'negociacao' } })
    expect(await remove(person)).toBe(7)
    expect((await leadsOf(person)).map(({ _id }) => _id)).toEqual([own._id])
    expect(await remove(person)).toBe(0)
    expect(await add(person)).toBe(7)
  })

  it('stay once they have the e-mail of a real lead', async () => {
    const person = await aUser(app)
    await add(person)
    const [first] = await leadsOf(person)
    const params = { id: first?._id ?? '' }
    const body = { nome: 'Maria Aparecida', email: 'maria@exemplo.com.br' }
    await call(leadsApi.update, { token: person.token, params, body })
    expect(await remove(person)).toBe(6)
    expect((await leadsOf(person)).map(({ nome }) => nome)).toEqual(['Maria Aparecida'])
  })

  it('of another member are not removed by a seller who does not see them', async () => {
    const owner = await aUser(app)
    const seller = await aMember(app, owner, 'seller')
    await add(owner)
    expect(await remove(seller)).toBe(0)
    expect(await leadsOf(owner)).toHaveLength(7)
  })
})

describe('the first steps', () => {
  it('count the own leads, not the sample leads', async () => {
    const person = await aUser(app)
    await add(person)
    expect(await firstSteps(person)).toEqual({ samples: 7, leads: 0, moved: 0 })
    await aLead(app, person.token)
    await aLead(app, person.token, { status: 'ganho' })
    expect(await firstSteps(person)).toEqual({ samples: 7, leads: 2, moved: 1 })
    await remove(person)
    expect(await firstSteps(person)).toEqual({ samples: 0, leads: 2, moved: 1 })
  })
})
