import { expect, it } from 'vitest'
import { bulkApi } from '#contract/bulk/bulk.ts'
import { leadsApi } from '#contract/leads/leads.ts'
import { anonymizeWord, privacyApi } from '#contract/privacy/privacy.ts'
import { aLead, aMember, aUser, fetchAllLeads, type Person } from '../testing/factories.ts'
import { testApp } from '../testing/test-app.ts'

const app = await testApp()
const { call } = app

const noBasis = { noBasis: 'true' } as const
const set = ({ token }: Person, body: object) => call(bulkApi.setLegalBasis, { token, body })
const withoutBasis = async ({ token }: Person) => {
  const { data } = await call(leadsApi.list, { token, query: noBasis })
  expect((await call(leadsApi.stats, { token, query: noBasis })).data.total).toBe(data.total)
  return data.leads.map(({ nome }) => nome).toSorted()
}

it('gives a legal basis to all leads without one, and undoes it', async () => {
  const owner = await aUser(app)
  await aLead(app, owner.token, { nome: 'Ana' })
  await aLead(app, owner.token, { nome: 'Bia', baseLegal: 'contrato' })
  await aLead(app, owner.token, { nome: 'Caio' })
  const person = { telefone: (await aLead(app, owner.token, { nome: 'Duda', telefone: '11911112222' })).telefone }
  await call(privacyApi.anonymize, { token: owner.token, body: { person, confirmation: anonymizeWord } })
  expect(await withoutBasis(owner)).toEqual(['Ana', 'Caio'])

  const { data } = await set(owner, { filters: noBasis, to: 'consentimento' })
  expect(data).toMatchObject({ changed: 2, unchanged: 0 })
  expect(await withoutBasis(owner)).toEqual([])
  const bases = (await fetchAllLeads(app, owner.token)).map(({ nome, baseLegal }) => `${nome}: ${baseLegal}`)
  expect(bases.toSorted()).toEqual([': null', 'Ana: consentimento', 'Bia: contrato', 'Caio: consentimento'])

  const undone = await call(bulkApi.undo, { token: owner.token, params: { id: data._id } })
  expect(undone.data).toMatchObject({ undone: 2, kept: 0 })
  expect(await withoutBasis(owner)).toEqual(['Ana', 'Caio'])
})

it('counts leads that already have it, and does not reach those of colleagues', async () => {
  const owner = await aUser(app)
  const seller = await aMember(app, owner, 'seller')
  const own = await aLead(app, seller.token, { baseLegal: 'contrato' })
  const other = await aLead(app, owner.token)
  const { data } = await set(seller, { ids: [own._id, other._id], to: 'contrato' })
  expect(data).toMatchObject({ changed: 0, unchanged: 1, notFound: [other._id] })
  expect((await set(seller, { ids: [own._id], to: 'nenhuma' })).error.fields).toEqual({
    to: 'Esta base legal não existe',
  })
})
