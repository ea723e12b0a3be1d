import { expect, it } from 'vitest'
import { duplicatesApi } from '#contract/duplicates/duplicates.ts'
import { leadTrashApi } from '#contract/leads/lead-trash.ts'
import { type Lead, leadsApi } from '#contract/leads/leads.ts'
import { aLead, aMember, aUser, type Person } from '../testing/factories.ts'
import { testApp } from '../testing/test-app.ts'

const app = await testApp()
const { call } = app

const namesOf = async ({ token }: Person, query = {}) =>
  (await call(duplicatesApi.list, { token, query })).data.groups.map(({ leads }) => leads.map(({ nome }) => nome))
const body = (...pairs: [Lead, Lead][]) => ({ pairs: pairs.map(([one, other]) => [one._id, other._id]) })
const tellApart = ({ token }: Person, ...pairs: [Lead, Lead][]) =>
  call(duplicatesApi.tellApart, { token, body: body(...pairs) })
const takeBack = ({ token }: Person, ...pairs: [Lead, Lead][]) =>
  call(duplicatesApi.takeBack, { token, body: body(...pairs) })

const family = async (person: Person) => {
  const of = (nome: string) =>
    aLead(app, person.token, { nome, telefone: '11 3333-4444', email: `${nome.toLowerCase()}@exemplo.com` })
  return [await of('Ana'), await of('Bia'), await of('Caio')] as const
}

it('leads that were told apart are no group, for the whole account, until that is taken back', async () => {
  const owner = await aUser(app)
  const manager = await aMember(app, owner, 'manager')
  const [ana, bia, caio] = await family(owner)
  expect((await tellApart(owner, [bia, ana])).data).toEqual({ pairs: 1 })
  expect(await namesOf(manager)).toEqual([['Ana', 'Bia', 'Caio']])
  expect((await tellApart(owner, [ana, bia], [ana, caio])).data).toEqual({ pairs: 1 })
  expect(await namesOf(manager)).toEqual([['Bia', 'Caio']])
  expect(await namesOf(manager, { distinct: 'true' })).toEqual([['Ana', 'Bia', 'Caio']])
  expect((await takeBack(manager, [caio, ana], [bia, caio])).data).toEqual({ pairs: 1 })
  expect(await namesOf(owner)).toEqual([['Ana', 'Bia', 'Caio']])
  expect(await namesOf(owner, { distinct: 'true' })).toEqual([['Ana', 'Bia']])
})

it('a lead keeps its pairs in the trash, and its sheet names only the others', async () => {
  const owner = await aUser(app)
  const { token } = owner
  const [ana, bia, caio] = await family(owner)
  await tellApart(owner, [ana, bia])
  const same = async ({ _id: of, telefone }: Lead) =>
    (await call(leadsApi.sameContact, { token, query: { telefone, of } })).data.leads.map(({ nome }) => nome)
  expect([await same(ana), await same(bia), await same(caio)]).toEqual([['Caio'], ['Caio'], ['Ana', 'Bia']])
  for (const lead of [ana, caio]) await call(leadsApi.remove, { token, params: { id: lead._id } })
  expect(await namesOf(owner, { distinct: 'true' })).toEqual([])
  await call(leadTrashApi.restore, { token, params: { id: ana._id } })
  expect(await namesOf(owner)).toEqual([])
  expect(await namesOf(owner, { distinct: 'true' })).toEqual([['Ana', 'Bia']])
})

it('rejects a lead with itself, and leads that the member does not see', async () => {
  const owner = await aUser(app)
  const seller = await aMember(app, owner, 'seller')
  const [ana, bia] = await family(owner)
  const own = await aLead(app, seller.token)
  expect((await tellApart(owner, [ana, ana])).error.fields).toEqual({ pairs: 'Escolha dois leads diferentes' })
  for (const refused of [
    tellApart(seller, [own, ana]),
    takeBack(seller, [ana, bia]),
    tellApart(await aUser(app), [ana, bia]),
  ])
    expect((await refused).status).toBe(404)
  expect(await namesOf(owner)).toHaveLength(1)
})
