import { describe, expect, it } from 'vitest'
import { leadsApi } from '#contract/leads/leads.ts'
import {
  aLeadForm,
  anAdmin,
  anExportedLead,
  aSubscriber,
  aUser,
  fetchAllLeads,
  importLeads,
  type Person,
  subscribe,
} from '../../testing/factories.ts'
import { testApp } from '../../testing/test-app.ts'

const app = await testApp()
const { call } = app

const leads = (count: number) => Array.from({ length: count }, () => anExportedLead())
const create = (token: string, body: object = aLeadForm()) => call(leadsApi.create, { token, body })
const sync = (token: string, some: object[]) => call(leadsApi.sync, { token, body: { leads: some } })
const totalOf = async (token: string) => (await call(leadsApi.stats, { token })).data.total
const count = (replies: { status: number }[], status: number) => replies.filter(reply => reply.status === status).length

/** Creates a Basic subscriber with this many leads. */
const aBasicUserWith = async (some: number) => {
  const person = await aSubscriber(app, 'basic')
  return { ...person, leads: await importLeads(app, person.token, leads(some)) }
}

describe('the Basic plan', () => {
  it('allows exactly 100 leads under concurrent creation', async () => {
    const { token } = await aBasicUserWith(95)
    const replies = await Promise.all(Array.from({ length: 50 }, () => create(token)))
    expect([count(replies, 201), count(replies, 403)]).toEqual([5, 45])
    for (const { status, error } of replies) if (status === 403) expect(error.code).toBe('lead_limit_reached')
    expect(await totalOf(token)).toBe(100)
  })

  it('allows at most 100 leads under concurrent imports', async () => {
    const { token } = await aBasicUserWith(90)
    const replies = await Promise.all(Array.from({ length: 10 }, () => sync(token, leads(3))))
    expect([count(replies, 200), count(replies, 403)]).toEqual([3, 7])
    expect(await totalOf(token)).toBe(99)
  })

  it('allows exactly 100 leads under concurrent creation and import', async () => {
    const { token } = await aBasicUserWith(90)
    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, index) => (index % 2 ? create(token) : sync(token, leads(1)))),
    )
    expect(count(replies, 403)).toBe(10)
    expect(await totalOf(token)).toBe(100)
  })

  it('imports all leads of a request or none', async () => {
    const person = await aBasicUserWith(95)
    const [known] = person.leads
    const tooMany = [{ ...known, nome: 'Mudou' }, ...leads(6)]
    const { status, error } = await sync(person.token, tooMany)
    expect([status, error.code]).toEqual([403, 'lead_limit_reached'])
    expect(await fetchAllLeads(app, person.token)).toEqual(person.leads)
    expect((await sync(person.token, tooMany.slice(0, 6))).status).toBe(200)
    expect(await totalOf(person.token)).toBe(100)
  })
})

describe('an account at the limit of Basic', () => {
  it('can still edit, move, import existing leads and repeat a creation', async () => {
    const person = await aBasicUserWith(100)
    const [lead] = person.leads
    if (!lead) throw new Error('no lead')
    const options = { token: person.token, params: { id: lead._id } }
    expect((await call(leadsApi.update, { ...options, body: { status: 'ganho' } })).status).toBe(200)
    expect((await call(leadsApi.replace, { ...options, body: { ...lead, nome: 'Maria' } })).status).toBe(200)
    expect((await sync(person.token, person.leads)).status).toBe(200)
    expect((await create(person.token, { ...aLeadForm(), _id: lead._id })).status).toBe(200)
    expect((await create(person.token)).status).toBe(403)
    expect(await totalOf(person.token)).toBe(100)
  })

  it('can create a lead after removing one', async () => {
    const person = await aBasicUserWith(100)
    await call(leadsApi.remove, { token: person.token, params: { id: person.leads[0]?._id ?? '' } })
    expect((await create(person.token)).status).toBe(201)
    expect((await create(person.token)).status).toBe(403)
  })

  it('does not affect other accounts', async () => {
    await aBasicUserWith(100)
    const other = await aSubscriber(app, 'basic')
    expect((await create(other.token)).status).toBe(201)
  })

  it('can create leads after an upgrade', async () => {
    const person = await aBasicUserWith(100)
    await subscribe(app, person.user, 'pro')
    expect((await create(person.token)).status).toBe(201)
  })
})

describe('leads above the limit', () => {
  it('stay readable and editable after a downgrade', async () => {
    const { token, user } = await aSubscriber(app, 'pro')
    const own = await importLeads(app, token, leads(130))
    await subscribe(app, user, 'basic')
    expect(await fetchAllLeads(app, token)).toEqual(own)
    const options = { token, params: { id: own[0]?._id ?? '' } }
    expect((await call(leadsApi.update, { ...options, body: { status: 'ganho' } })).status).toBe(200)
    expect((await sync(token, own)).status).toBe(200)
    expect((await create(token)).status).toBe(403)
    expect((await sync(token, leads(1))).status).toBe(403)
    expect(await totalOf(token)).toBe(130)
  })
})

describe('the lead limit', () => {
  it.each<[string, () => Promise<Person>]>([
    ['on the trial', () => aUser(app)],
    ['on Pro', () => aSubscriber(app, 'pro')],
    ['on Enterprise', () => aSubscriber(app, 'enterprise')],
    ['for an administrator', () => anAdmin(app)],
  ])('does not apply %s', async (_, person) => {
    const { token } = await person()
    expect((await sync(token, leads(100))).status).toBe(200)
    expect((await create(token)).status).toBe(201)
    expect((await sync(token, leads(50))).status).toBe(200)
    expect(await totalOf(token)).toBe(151)
  })
})
